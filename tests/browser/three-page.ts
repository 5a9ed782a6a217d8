// A scene of three.js with everything that `fulcrum-physics/three` does, as a user would write it.
import * as THREE from 'three'
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js'
import { FulcrumPhysics } from 'fulcrum-physics/three'

const renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true })
renderer.setSize(innerWidth, innerHeight)
renderer.shadowMap.enabled = true
document.body.append(renderer.domElement)

const scene = new THREE.Scene()
scene.background = new THREE.Color(0xdfe7ee)
const camera = new THREE.PerspectiveCamera(45, innerWidth / innerHeight, 0.1, 200)
camera.position.set(9, 8, 15)
camera.lookAt(0, 1, 0)
const sun = new THREE.DirectionalLight(0xffffff, 2.5)
sun.position.set(6, 14, 8)
sun.castShadow = true
sun.shadow.mapSize.set(1024, 1024)
for (const side of ['left', 'bottom'] as const) sun.shadow.camera[side] = -14
for (const side of ['right', 'top'] as const) sun.shadow.camera[side] = 14
scene.add(sun, new THREE.HemisphereLight(0xffffff, 0x888877, 1.2))

const paint = (color: number): THREE.Material => new THREE.MeshStandardMaterial({ color, roughness: 0.7 })
function show<M extends THREE.Object3D>(mesh: M, x: number, y: number, z: number, parent: THREE.Object3D = scene): M {
  mesh.position.set(x, y, z)
  mesh.castShadow = true
  mesh.receiveShadow = true
  parent.add(mesh)
  return mesh
}

// Ground: terrain by its heights, as the plane is drawn.
const terrainGeometry = new THREE.PlaneGeometry(30, 30, 60, 60).rotateX(-Math.PI / 2)
const heights = new Float32Array(61 * 61)
for (let i = 0; i < heights.length; i++) {
  const x = (i % 61) / 2 - 15
  const z = Math.floor(i / 61) / 2 - 15
  heights[i] = Math.max(0, Math.hypot(x, z) - 8) * 0.35
  terrainGeometry.getAttribute('position').setY(i, heights[i]!)
}
terrainGeometry.computeVertexNormals()
const terrain = show(new THREE.Mesh(terrainGeometry, paint(0x9fb08c)), 0, 0, 0)

// What says of itself what it is.
const ball = show(new THREE.Mesh(new THREE.SphereGeometry(0.6, 32, 24), paint(0xd1495b)), -4, 5, 3)
ball.userData['physics'] = { mass: 3, restitution: 0.6 }
const die = show(new THREE.Mesh(new RoundedBoxGeometry(1, 1, 1, 6, 0.15), paint(0xf2f2f2)), -2, 3, 4)
die.rotation.set(0.5, 0.3, 0.9)
die.userData['physics'] = { density: 400 }

const physics = new FulcrumPhysics(scene, { debug: false })
physics.addHeightfield(terrain, 60, 60, heights, { x: 30, y: 1, z: 30 })

// A pyramid of instances.
const bricks = show(new THREE.InstancedMesh(new THREE.BoxGeometry(0.9, 0.5, 0.5), paint(0xc9704a), 21), 0, 0, 0)
for (let row = 0, i = 0; row < 6; row++) {
  for (let k = 0; k < 6 - row; k++, i++) {
    bricks.setMatrixAt(i, new THREE.Matrix4().makeTranslation((k - (5 - row) / 2) * 0.95, 0.25 + row * 0.5, -2))
    bricks.setColorAt(i, new THREE.Color().setHSL(0.04 + 0.02 * row, 0.6, 0.5))
  }
}
physics.addMesh(bricks, 1)

// A batch of different geometries.
const batch = show(new THREE.BatchedMesh(12, 4000, 8000, paint(0x3d7ea6)), 0, 0, 0)
const parts = [new THREE.ConeGeometry(0.4, 0.9, 24), new THREE.TorusKnotGeometry(0.3, 0.12, 48, 8), new THREE.DodecahedronGeometry(0.4)]
  .map((geometry) => batch.addGeometry(geometry.index ? geometry : geometry.setIndex([...Array(geometry.getAttribute('position').count).keys()])))
for (let i = 0; i < 12; i++) {
  batch.setMatrixAt(batch.addInstance(parts[i % 3]!), new THREE.Matrix4().makeTranslation(4.5 + (i % 2) * 0.9, 1 + i * 0.6, 2 + (i % 3) * 0.5))
}
physics.addMesh(batch, 0.5)

// A group that is turned, scaled and mirrored, with meshes below it.
const rig = new THREE.Group()
rig.position.set(-5, 4, -2)
rig.rotation.set(0.3, 0.8, -0.4)
rig.scale.set(1.4, -1.4, 1.4)
scene.add(rig)
const capsule = show(new THREE.Mesh(new THREE.CapsuleGeometry(0.25, 0.8, 8, 16), paint(0x7b5ea7)), 0.2, 0, 0, rig)
physics.addMesh(capsule, 1)

// A door on a hinge with a motor, and a chain.
const post = show(new THREE.Mesh(new THREE.BoxGeometry(0.2, 2.4, 0.2), paint(0x55514a)), 1.5, 1.2, 3)
const door = show(new THREE.Mesh(new THREE.BoxGeometry(1.6, 2, 0.12), paint(0xe0b84c)), 2.45, 1.2, 3)
physics.addMesh(post)
physics.addMesh(door, 5)
const hinge = physics.addHingeJoint(post, door, { x: 1.6, y: 1.2, z: 3 }, { x: 0, y: 1, z: 0 }, {
  limit: { lower: -1.2, upper: 1.2 }, motor: { speed: 1, maxTorque: 40 },
})
const chain: THREE.Mesh[] = []
for (let i = 0; i < 8; i++) {
  const link = show(new THREE.Mesh(new THREE.SphereGeometry(0.18, 20, 14), paint(0x44515c)), -1 + i * 0.4, 5, 0)
  physics.addMesh(link, 0.4)
  physics.addBallJoint(chain.at(-1) ?? null, link, { x: -1.2 + i * 0.4, y: 5, z: 0 })
  chain.push(link)
}

const view = {
  physics, THREE, camera, scene, ball, die, bricks, batch, capsule, door, hinge, chain, terrain,
  frames(count: number): void {
    for (let i = 0; i < count; i++) physics.update(1 / 60)
    renderer.render(scene, camera)
  },
}
export type View = typeof view
Object.assign(globalThis, { view, ready: true })
