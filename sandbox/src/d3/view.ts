// The window on the scene: renderer, camera, light. Scales itself to the distance between camera and target, so that a scene of
// marbles and one of houses look alike.
import { ACESFilmicToneMapping, DirectionalLight, Fog, HemisphereLight, PCFShadowMap, PerspectiveCamera } from 'three'
import { Raycaster, Scene, Vector2, Vector3, WebGLRenderer } from 'three'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'
import type { Vec3 } from 'fulcrum-physics/3d'
import { GROUND_LIGHT, SKY_HORIZON, SKY_TOP, SUNLIGHT } from './palette.ts'
import { createBackdrop, createSky } from './surroundings.ts'

/** From the target towards the sun. */
const SUN_DIRECTION = new Vector3(0.45, 0.8, 0.35).normalize()
const SHADOW_MAP_SIZE = 2048
const MAX_PIXEL_RATIO = 2

export class View {
  readonly scene = new Scene()
  readonly camera = new PerspectiveCamera(45, 1, 0.1, 1000)
  readonly controls: OrbitControls
  private readonly renderer: WebGLRenderer
  private readonly sun = new DirectionalLight(SUNLIGHT, 2.4)
  private readonly raycaster = new Raycaster()
  private readonly backdrop = createBackdrop()
  private readonly fog = new Fog(SKY_HORIZON, 1, 1000)
  /** Distance from camera to target for which planes, fog and shadows were last fitted. */
  private fittedDistance = 0

  /** Plain pictures leave out what costs most: smooth edges, shadows, more than one pixel per pixel. */
  constructor(canvas: HTMLCanvasElement, plain: boolean) {
    this.renderer = new WebGLRenderer({ canvas, antialias: !plain, powerPreference: 'high-performance' })
    this.renderer.shadowMap.enabled = true
    this.renderer.shadowMap.type = PCFShadowMap
    this.renderer.toneMapping = ACESFilmicToneMapping
    this.renderer.toneMappingExposure = 1.05
    this.renderer.setPixelRatio(plain ? 1 : Math.min(devicePixelRatio, MAX_PIXEL_RATIO))
    this.scene.fog = this.fog
    const skylight = new HemisphereLight(SKY_TOP.clone().lerp(SKY_HORIZON, 0.5), GROUND_LIGHT, 1.9)
    this.scene.add(createSky(), this.backdrop, skylight, this.sun, this.sun.target)
    this.sun.castShadow = !plain
    this.sun.shadow.mapSize.set(SHADOW_MAP_SIZE, SHADOW_MAP_SIZE)
    this.sun.shadow.radius = 3
    this.controls = new OrbitControls(this.camera, canvas)
    this.controls.enableDamping = true
    this.controls.maxPolarAngle = Math.PI * 0.495
    addEventListener('resize', () => this.resize())
    this.resize()
  }

  get shadows(): boolean {
    return this.sun.castShadow
  }

  set shadows(on: boolean) {
    this.sun.castShadow = on
  }

  /** Distance from the camera to what it looks at, metres: the scale of the picture. */
  get distance(): number {
    return this.camera.position.distanceTo(this.controls.target)
  }

  lookFrom(position: Vec3, target: Vec3): void {
    this.camera.position.set(position.x, position.y, position.z)
    this.controls.target.set(target.x, target.y, target.z)
    this.controls.update()
    this.fit()
  }

  /** Moves the camera so many times closer to its target. */
  zoom(times: number): void {
    const { target } = this.controls
    this.camera.position.sub(target).divideScalar(times).add(target)
    this.controls.update()
  }

  /** Puts the plain around the scene at a height; null takes it away. */
  setBackdrop(height: number | null): void {
    this.backdrop.visible = height !== null
    this.backdrop.position.y = height ?? 0
  }

  render(): void {
    this.controls.update()
    this.fit()
    this.renderer.render(this.scene, this.camera)
  }

  /** The ray under a point of the page; the direction has length 1. */
  rayAt(clientX: number, clientY: number): { origin: Vector3; direction: Vector3 } {
    const area = this.renderer.domElement.getBoundingClientRect()
    const x = ((clientX - area.left) / area.width) * 2 - 1
    const y = 1 - ((clientY - area.top) / area.height) * 2
    this.camera.updateMatrixWorld()
    this.raycaster.setFromCamera(new Vector2(x, y), this.camera)
    return this.raycaster.ray
  }

  /** Where on the page a point of the world is seen. */
  pointOnPage(point: Vec3): { x: number; y: number } {
    const area = this.renderer.domElement.getBoundingClientRect()
    this.camera.updateMatrixWorld()
    const seen = new Vector3(point.x, point.y, point.z).project(this.camera)
    return { x: area.left + ((seen.x + 1) / 2) * area.width, y: area.top + ((1 - seen.y) / 2) * area.height }
  }

  private resize(): void {
    const { innerWidth, innerHeight } = window
    this.renderer.setSize(innerWidth, innerHeight)
    this.camera.aspect = innerWidth / innerHeight
    this.camera.updateProjectionMatrix()
  }

  private fit(): void {
    const { distance, sun, camera } = this
    const { target } = this.controls
    this.backdrop.position.setX(target.x).setZ(target.z)
    sun.target.position.copy(target)
    sun.position.copy(target).addScaledVector(SUN_DIRECTION, distance * 4)
    if (Math.abs(distance - this.fittedDistance) < 0.05 * distance) return
    this.fittedDistance = distance
    camera.near = distance / 200
    camera.far = distance * 60
    camera.updateProjectionMatrix()
    this.backdrop.scale.setScalar(camera.far)
    this.fog.near = distance * 2.5
    this.fog.far = distance * 14
    const reach = distance * 1.1
    const shadowCamera = sun.shadow.camera
    Object.assign(shadowCamera, { left: -reach, right: reach, top: reach, bottom: -reach, near: distance * 0.5, far: distance * 9 })
    shadowCamera.updateProjectionMatrix()
    sun.shadow.normalBias = (reach / SHADOW_MAP_SIZE) * 2.5
  }
}
