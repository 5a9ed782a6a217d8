// Surfaces: one for everything that moves, one with a metre grid for ground, one like glass for walls that would hide the scene.
import { MeshStandardMaterial } from 'three'
import { GRID_LINE } from './palette.ts'

export function createFlatMaterial(): MeshStandardMaterial {
  return new MeshStandardMaterial({ roughness: 0.62, metalness: 0.02, flatShading: true })
}

/** The sectors of a ball come from vertex colours, so that one sees it roll. */
export function createRoundMaterial(): MeshStandardMaterial {
  return new MeshStandardMaterial({ roughness: 0.5, metalness: 0.02, vertexColors: true })
}

export function createGlassMaterial(): MeshStandardMaterial {
  return new MeshStandardMaterial({ roughness: 0.2, transparent: true, opacity: 0.09, depthWrite: false })
}

/** A matt surface with thin lines every metre and stronger ones every ten, drawn on faces that look up. */
export function createGroundMaterial(): MeshStandardMaterial {
  const material = new MeshStandardMaterial({ roughness: 0.95, metalness: 0 })
  material.onBeforeCompile = (shader) => {
    shader.uniforms['gridLine'] = { value: GRID_LINE }
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nvarying vec3 gridPosition;\nvarying float gridUp;')
      .replace(
        '#include <beginnormal_vertex>',
        `#include <beginnormal_vertex>
        mat4 gridModel = modelMatrix;
        #ifdef USE_INSTANCING
          gridModel = modelMatrix * instanceMatrix;
        #endif
        gridPosition = (gridModel * vec4(position, 1.0)).xyz;
        gridUp = normalize(mat3(gridModel) * normal).y;`,
      )
    shader.fragmentShader = shader.fragmentShader
      .replace(
        '#include <common>',
        `#include <common>
        varying vec3 gridPosition;
        varying float gridUp;
        uniform vec3 gridLine;
        float gridAt(float spacing, float width) {
          vec2 at = gridPosition.xz / spacing;
          vec2 perPixel = max(fwidth(at), vec2(1e-6));
          vec2 away = abs(fract(at - 0.5) - 0.5) / perPixel;
          // Where lines would be closer than two pixels they fade out instead of flickering.
          float fade = 1.0 - smoothstep(0.15, 0.5, max(perPixel.x, perPixel.y));
          return (1.0 - smoothstep(width, width + 1.0, min(away.x, away.y))) * fade;
        }`,
      )
      .replace(
        '#include <color_fragment>',
        `#include <color_fragment>
        if (gridUp > 0.5) {
          float line = max(0.35 * gridAt(1.0, 0.2), 0.75 * gridAt(10.0, 0.6));
          diffuseColor.rgb = mix(diffuseColor.rgb, gridLine, line);
        }`,
      )
  }
  return material
}
