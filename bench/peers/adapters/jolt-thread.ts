/** What a thread of Jolt's build for several threads runs: see jolt-simd.ts. */

import startThread from 'jolt-physics/wasm-compat-multithread'

await startThread()
