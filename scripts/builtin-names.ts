// The names that belong to the language: its globals, their members and those of their instances.

export function builtinNames(): Set<string> {
  const names = new Set(['done', 'next', 'return', 'value'])
  const seen = new Set<unknown>()
  // Iterators have no global of their own.
  for (const iterator of [[].values(), new Map().values(), new Set().values(), ''[Symbol.iterator]()]) visit(Object.getPrototypeOf(iterator))
  visit(globalThis)
  return names

  function visit(value: unknown): void {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return
    seen.add(value)
    visit(Object.getPrototypeOf(value))
    for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
      names.add(name)
      if (value === globalThis || name === 'prototype') visit(property.value)
    }
  }
}
