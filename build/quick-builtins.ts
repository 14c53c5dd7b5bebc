import { isBuiltin } from 'node:module'
import type { Plugin } from 'rolldown'

const importOfAny = /^import (?:(?<all>[\w$]+)|\{(?<some>[^}]*)\}) from "(?<name>[^"]+)";$/gm

/**
 * Takes the modules of Node from the process instead of importing them. An import reads every export of a module, and so
 * loads the parts of `node:http` that Node keeps for those who ask, such as its WebSocket. Lines stay where they are, so
 * that the source maps stay true.
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
