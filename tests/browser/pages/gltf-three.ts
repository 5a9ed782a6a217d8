// A page that loads the sample files with real three and its GLTFLoader, runs them and draws them side by side.
import * as THREE from 'three'
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js'
import { loadGltfPhysics, type GltfScenePhysics } from 'fulcrum-physics/gltf'

const VIEWS: Record<string, { eye: [number, number, number]; at: [number, number, number] }> = {
  crane: { eye: [5, 6, 11], at: [1, 3, 0] },
  'four-bar': { eye: [0, 2, 6], at: [0, 1.6, 0] },
  car: { eye: [-14, 3, 6], at: [-17, 0.5, 0] },
  ragdoll: { eye: [0, 2.2, 4.5], at: [0, 1, 0] },
  'gear-train': { eye: [1.5, 2.6, 6], at: [1.5, 2, 0] },
  clock: { eye: [0, 1.8, 3.2], at: [0, 1.6, 0] },
  animated: { eye: [0, 3, 8], at: [0, 1, 0] },
}

export interface GltfPage {
  load(name: string): Promise<string[]>
  /** Runs a file for a time, in frames of uneven length. */
  run(name: string, seconds: number): void
  /** Greatest distance, m, between bodies and their objects, and greatest angle of them. */
  misses(name: string): { distance: number; turn: number; objects: number }
  height(name: string, object: string): number
  draw(): void
  update(name: string, seconds: number): void
}

const loaded = new Map<string, { gltf: { scene: THREE.Object3D; animations: THREE.AnimationClip[] }; physics: GltfScenePhysics; mixer: THREE.AnimationMixer }>()
const renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true })
renderer.setSize(window.innerWidth, window.innerHeight)
document.body.append(renderer.domElement)

function update(name: string, seconds: number): void {
  const { physics, mixer } = loaded.get(name)!
  mixer.update(seconds)
  physics.update(seconds)
}

const page: GltfPage = {
  async load(name) {
    const { gltf, physics } = await loadGltfPhysics(new GLTFLoader(), `/${name}.glb`)
    const mixer = new THREE.AnimationMixer(gltf.scene)
    for (const clip of gltf.animations) mixer.clipAction(clip).play()
    loaded.set(name, { gltf, physics, mixer })
    return physics.warnings.map(({ path, message }) => `${path} ${message}`)
  },
  update,
  run(name, seconds) {
    for (let t = 0, i = 0; t < seconds; i++) {
      const frame = [1 / 60, 1 / 144, 1 / 30, 1 / 75][i % 4]!
      update(name, frame)
      t += frame
    }
  },
  misses(name) {
    const { physics } = loaded.get(name)!
    const { world } = physics
    const poses = new Float64Array(7 * world.bodyCount)
    world.readInterpolatedPoses(poses)
    let [distance, turn, objects, o] = [0, 0, 0, -7]
    for (const body of world.bodies) {
      o += 7
      const object = physics.objectOf(body) as THREE.Object3D | null
      if (object === null || body.type === 'static') continue
      objects++
      object.updateWorldMatrix(true, false)
      const place = new THREE.Vector3().setFromMatrixPosition(object.matrixWorld)
      const pose = body.type === 'kinematic' ? [...Object.values(body.position), ...Object.values(body.rotation)] as number[] : [...poses.subarray(o, o + 7)]
      distance = Math.max(distance, place.distanceTo(new THREE.Vector3(pose[0], pose[1], pose[2])))
      // z of the object in the world: the same whether a scale mirrors y or not.
      const z = new THREE.Vector3().setFromMatrixColumn(object.matrixWorld, 2).normalize()
      turn = Math.max(turn, z.angleTo(new THREE.Vector3(0, 0, 1).applyQuaternion(new THREE.Quaternion(pose[3], pose[4], pose[5], pose[6]))))
    }
    return { distance, turn, objects }
  },
  height(name, object) {
    return loaded.get(name)!.gltf.scene.getObjectByName(object)!.getWorldPosition(new THREE.Vector3()).y
  },
  draw() {
    const names = [...loaded.keys()]
    const columns = Math.ceil(Math.sqrt(names.length))
    const rows = Math.ceil(names.length / columns)
    const [width, height] = [window.innerWidth / columns, window.innerHeight / rows]
    renderer.setScissorTest(true)
    names.forEach((name, i) => {
      const scene = new THREE.Scene()
      scene.background = new THREE.Color(0xdfe6ee)
      scene.add(loaded.get(name)!.gltf.scene, new THREE.HemisphereLight(0xffffff, 0x667788, 2))
      const sun = new THREE.DirectionalLight(0xffffff, 2)
      sun.position.set(3, 8, 5)
      scene.add(sun)
      const { eye, at } = VIEWS[name] ?? VIEWS['animated']!
      const camera = new THREE.PerspectiveCamera(45, width / height, 0.1, 100)
      camera.position.set(...eye)
      camera.lookAt(...at)
      const [x, y] = [(i % columns) * width, (rows - 1 - Math.floor(i / columns)) * height]
      renderer.setViewport(x, y, width, height)
      renderer.setScissor(x, y, width, height)
      renderer.render(scene, camera)
    })
  },
}

Object.assign(globalThis, { page })
