// Objects that three's own GLTFLoader makes go where bodies go, below parents that are turned, scaled, mirrored and scaled unevenly.
import { Matrix4, Quaternion } from 'three'
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js'
import { describe, expect, it } from 'vitest'
import type { Body } from 'fulcrum-physics/3d'
import { gltfPhysicsPlugin, writeGlb, type GltfScenePhysics, type SceneObject, type SceneParser } from 'fulcrum-physics/gltf'
import { boxMesh, Document, type Json } from './documents.ts'

async function load(document: Document): Promise<{ physics: GltfScenePhysics; update(): void }> {
  const loader = new GLTFLoader()
  loader.register(parser => gltfPhysicsPlugin(parser as unknown as SceneParser) as never)
  const bytes = writeGlb(document.json(), document.buffer())
  const gltf = await loader.parseAsync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer, '')
  return { physics: gltf.userData['physics'] as GltfScenePhysics, update: () => gltf.scene.updateMatrixWorld() }
}

function poseOf({ position: { x, y, z }, rotation: q }: Body): Matrix4 {
  return new Matrix4().makeRotationFromQuaternion(new Quaternion(q.x, q.y, q.z, q.w)).setPosition(x, y, z)
}

function elementsOf(object: SceneObject): Matrix4 {
  return new Matrix4().fromArray(Array.from(object.matrixWorld.elements))
}

const turn = (angle: number): number[] => [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)]
const tilt = (angle: number): number[] => [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)]

describe('objects of three', () => {
  const cases: [string, Json, Json][] = [
    ['alone', {}, {}],
    ['below a turned parent', { rotation: turn(1), translation: [1, 2, 3] }, {}],
    ['below a scaled parent', { scale: [2, 2, 2] }, { scale: [1, 2, 3] }],
    ['below a mirrored parent', { scale: [-1, 1, 1] }, { rotation: tilt(0.4) }],
    ['below a parent of uneven scale', { scale: [2, 1, 1] }, { rotation: tilt(0.5) }],
  ]
  for (const [name, parent, own] of cases) {
    it(`${name} move as their bodies do`, async () => {
      const document = new Document()
      const { positions, indices } = boxMesh(0.5, 0.5, 0.5)
      const shape = document.shape('box', {})
      const node = document.node(
        { translation: [0.5, 4, 0], mesh: document.mesh(positions, indices), ...own }, { motion: { mass: 1, angularVelocity: [1, 2, 0.5] }, collider: { geometry: { shape } } },
      )
      document.node({ children: [node], ...parent })
      const { physics, update } = await load(document)
      const body = physics.body(node)!
      const object = physics.objectOf(body)!
      update()
      const toObject = poseOf(body).invert().multiply(elementsOf(object))
      // Drawn between the last two steps: a frame of a whole step shows the one before.
      let shown = poseOf(body)
      const { y } = body.position
      let most = 0
      for (let i = 0; i < 60; i++) {
        physics.update(1 / 60)
        update()
        const expected = shown.multiply(toObject)
        const found = elementsOf(object)
        expected.elements.forEach((value, k) => { most = Math.max(most, Math.abs(value - found.elements[k]!)) })
        shown = poseOf(body)
      }
      expect(y - body.position.y).toBeGreaterThan(4)
      expect(most).toBeLessThan(1e-9)
    })
  }
})
