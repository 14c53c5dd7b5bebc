import { isBuiltin } from 'node:module'
import type { Plugin } from 'rolldown'

const importOfAny = /^import (?:(?<all>[\w$]+)|\{(?<some>[^}]*)\}) from "(?<name>[^"]+)";$/gm

/**
 * Gets Node's modules from the process instead of importing them. An import reads every export of a module, and so
 * loads the parts of `node:http` that Node otherwise loads on demand, such as its WebSocket. Line numbers do not
 * change, so that source maps stay correct.
 */
export const quickBuiltins: Plugin = {
  name: 'quick-builtins',
  generateBundle(_options, bundle) {
    for (const part of Object.values(bundle)) if (part.type === 'chunk') part.code = takeFromProcess(part.code)
  },
}

function takeFromProcess(code: string): string {
  return code.replace(importOfAny, (statement, all: string | undefined, some: string | undefined, name: string) => {
    if (!isBuiltin(name)) return statement
    const names = all ?? `{${some?.replaceAll(' as ', ': ')}}`
    return `const ${names} = globalThis.process.getBuiltinModule("${name}");`
  })
}
