// What lies around a scene: a sky that travels with the camera, so that it looks the same at every scale, and a plain below.
import { BackSide, CircleGeometry, Mesh, MeshLambertMaterial, ShaderMaterial, SphereGeometry } from 'three'
import { PLAIN, SKY_HORIZON, SKY_TOP } from './palette.ts'

const VERTEX = /* glsl */ `
  varying vec3 direction;
  void main() {
    direction = position;
    // Turned with the camera but not moved, and pushed to the far plane.
    vec4 at = projectionMatrix * vec4(mat3(modelViewMatrix) * position, 1.0);
    gl_Position = at.xyww;
  }
`

const FRAGMENT = /* glsl */ `
  uniform vec3 top;
  uniform vec3 horizon;
  varying vec3 direction;
  void main() {
    float height = max(normalize(direction).y, 0.0);
    gl_FragColor = vec4(mix(horizon, top, pow(height, 0.55)), 1.0);
    #include <colorspace_fragment>
  }
`

/** A gradient from horizon to zenith. */
export function createSky(): Mesh<SphereGeometry, ShaderMaterial> {
  const material = new ShaderMaterial({
    uniforms: { top: { value: SKY_TOP }, horizon: { value: SKY_HORIZON } },
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    side: BackSide,
    depthWrite: false,
    toneMapped: false,
  })
  const sky = new Mesh(new SphereGeometry(1, 32, 16), material)
  sky.frustumCulled = false
  sky.renderOrder = -1
  return sky
}

/** A level disc of radius 1 that takes shadows; it fades into the horizon by fog. */
export function createBackdrop(): Mesh<CircleGeometry, MeshLambertMaterial> {
  const plain = new Mesh(new CircleGeometry(1, 48).rotateX(-Math.PI / 2) as CircleGeometry, new MeshLambertMaterial({ color: PLAIN }))
  plain.receiveShadow = true
  plain.frustumCulled = false
  return plain
}
