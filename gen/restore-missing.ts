import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Generated files that the application imports, with the minimal content that lets it load. */
const stubs: Readonly<Record<string, string>> = {
  'sdk/src/generated/operations.ts': 'export const operationTable = {}\nexport const pageTable = {}\n',
  'src/infra/db/tables.ts': "export const columnNames = new Proxy({}, { get: () => '' })\n",
}

/** Pages of which only a part is generated. The rest comes from the last commit. */
const mixedPages = ['docs/decisions/README.md', 'docs/mcp.md', 'docs/networks/README.md']

/** Restores generated files without which the generator cannot run. The generator then writes them in full. */
export function restoreMissing(root: string): void {
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  for (const [path, text] of Object.entries(stubs)) if (!existsSync(join(root, path))) put(path, text)
  for (const path of mixedPages) {
    if (existsSync(join(root, path))) continue
    put(path, execFileSync('git', ['show', `HEAD:${path}`], { cwd: root, encoding: 'utf8' }))
  }
}
