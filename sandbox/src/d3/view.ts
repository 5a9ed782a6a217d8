// The window on the scene: renderer, camera, light. Scales itself to the distance between camera and target, so that a scene of
// marbles and one of houses look alike.
import { ACESFilmicToneMapping, DirectionalLight, Fog, HemisphereLight, PCFShadowMap, PerspectiveCamera } from 'three'
import { Raycaster, Scene, Spherical, Vector2, Vector3, WebGLRenderer } from 'three'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'
import type { Vec3 } from 'fulcrum-physics/3d'
import { isDark } from '../theme.ts'
import { DAY, GROUND_LIGHT, NIGHT, SKY_HORIZON, SKY_TOP, SUNLIGHT } from './palette.ts'
import { createBackdrop, createSky } from './surroundings.ts'

/** From the target towards the sun. */
const SUN_DIRECTION = new Vector3(0.45, 0.8, 0.35).normalize()
/** From bottom to top, degrees. */
const FIELD_OF_VIEW = 45
/** Width over height that scenes are made for, at least. */
const LEAST_ASPECT = 1.5
const SHADOW_MAP_SIZE = 2048
const MAX_PIXEL_RATIO = 2
/** Pixels of a turn by one radian. */
const TURN_PIXELS = 250

export class View {
  readonly scene = new Scene()
  readonly camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.1, 1000)
  readonly controls: OrbitControls
  private readonly renderer: WebGLRenderer
  private readonly sun = new DirectionalLight(SUNLIGHT, 2.4)
  private readonly raycaster = new Raycaster()
  private readonly backdrop = createBackdrop()
  private dark = false
  private readonly sky = createSky()
  private readonly fog = new Fog(SKY_HORIZON, 1, 1000)
  /** Distance from camera to target for which planes, fog and shadows were last fitted. */
  private fittedDistance = 0

  /**
   * Plain pictures leave out what costs most: smooth edges, shadows, more than one pixel per pixel. `size`: of a picture that is not on the page,
   * px; the canvas has that of its place otherwise.
   */
  constructor(canvas: HTMLCanvasElement, plain: boolean, size: { readonly width: number; readonly height: number } | null = null) {
    this.renderer = new WebGLRenderer({ canvas, antialias: !plain, powerPreference: 'high-performance' })
    this.renderer.shadowMap.enabled = true
    this.renderer.shadowMap.type = PCFShadowMap
    this.renderer.toneMapping = ACESFilmicToneMapping
    this.renderer.toneMappingExposure = 1.05
    this.renderer.setPixelRatio(plain ? 1 : Math.min(devicePixelRatio, MAX_PIXEL_RATIO))
    this.scene.fog = this.fog
    const skylight = new HemisphereLight(SKY_TOP.clone().lerp(SKY_HORIZON, 0.5), GROUND_LIGHT, 1.9)
    this.scene.add(this.sky, this.backdrop, skylight, this.sun, this.sun.target)
    this.sun.castShadow = !plain
    this.sun.shadow.mapSize.set(SHADOW_MAP_SIZE, SHADOW_MAP_SIZE)
    this.sun.shadow.radius = 3
    this.controls = new OrbitControls(this.camera, canvas)
    this.controls.enableDamping = true
    this.controls.maxPolarAngle = Math.PI * 0.495
    if (size) this.setSize(size.width, size.height)
    else new ResizeObserver(() => this.setSize(canvas.clientWidth, canvas.clientHeight)).observe(canvas)
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

  /** Turns the camera about its target, as if the pointer had moved by so many pixels. */
  turn(x: number, y: number): void {
    const { target } = this.controls
    const around = new Spherical().setFromVector3(this.camera.position.clone().sub(target))
    around.theta += x / TURN_PIXELS
    around.phi = Math.min(Math.PI * 0.495, Math.max(0.05, around.phi - y / TURN_PIXELS))
    this.camera.position.setFromSpherical(around).add(target)
    this.controls.update()
  }

  /** Puts the plain around the scene at a height; null takes it away. */
  setBackdrop(height: number | null): void {
    this.backdrop.visible = height !== null
    this.backdrop.position.y = height ?? 0
  }

  render(): void {
    this.controls.update()
    this.paintSky()
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

  private setSize(width: number, height: number): void {
    // A canvas that is hidden has no size, and gets one when it is shown.
    if (width === 0 || height === 0) return
    this.renderer.setSize(width, height, false)
    this.camera.aspect = width / height
    // A narrow picture shows as much from left to right as one of the usual shape.
    const wider = Math.max(1, LEAST_ASPECT / this.camera.aspect)
    this.camera.fov = (2 * Math.atan(Math.tan((FIELD_OF_VIEW * Math.PI) / 360) * wider) * 180) / Math.PI
    this.camera.updateProjectionMatrix()
  }

  /** Day or night, as the page has it. */
  private paintSky(): void {
    if (isDark() === this.dark) return
    this.dark = isDark()
    const { top, horizon, plain } = this.dark ? NIGHT : DAY
    this.fog.color.copy(horizon)
    this.backdrop.material.color.copy(plain)
    this.sky.material.uniforms['top']!.value = top
    this.sky.material.uniforms['horizon']!.value = horizon
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
