import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'

const root = join(import.meta.dirname, '../..')
const documents = ['CONTRIBUTING.md', 'ARCHITECTURE.md', 'SECURITY.md', 'sandbox/README.md', 'bench/README.md']
/** Paths that no checkout has: those of built files, and the prefix of relative imports. */
const notFiles: ReadonlySet<string> = new Set(['./', 'dist/sbom.cdx.json'])
const ending = /\.(?:[cm]?[jt]sx?|css|json|md|sh|sql|txt|ya?ml)$/

const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
const files = git('ls-files', '-co', '--exclude-standard').split('\n')
const folders = files.flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(0, at).join('/')))
const suffixesOf = (path: string): string[] => path.split('/').map((_, at, parts) => parts.slice(at).join('/'))
/** Every path from any folder, because documents give paths relative to the folder they describe. */
const known: ReadonlySet<string> = new Set([...new Set([...files, ...folders])].flatMap(suffixesOf))

/** True for a path of the checkout. A part such as `<network>` or `NNNN-name` stands for any name. */
function exists(path: string): boolean {
  const plain = path.replace(/\/$/, '')
  if (!/[<*]|NNNN/.test(plain)) return known.has(plain)
  const pattern = new RegExp(`^${plain.replaceAll('.', '\\.').replace(/<[^>]+>|NNNN[\w-]*|\*/g, '[^/]+')}$`)
  return [...known].some((one) => pattern.test(one))
}

function listPaths(text: string): string[] {
  const quoted = [...text.matchAll(/`((?:[\w.<>*-]+\/)*[\w.<>*-]*)`/g)].map(([, path = '']) => path)
  return quoted.filter(
    (path) => (path.includes('/') || ending.test(path)) && !/^(?:image|video|audio|text)\//.test(path),
  )
}

for (const document of documents) {
  const text = readFileSync(join(root, document), 'utf8')

  test(`every path in ${document} exists`, () => {
    const missing = listPaths(text).filter((path) => !notFiles.has(path) && !exists(path))
    assert.deepEqual(missing, [])
  })

  test(`every name that ${document} says is in a file exists there`, () => {
    const placed = text.matchAll(/`(\w+)(?:\.\w+)?`\s+(?:in\s+|\()`([\w./<>-]+\.[a-z]+)`/g)
    for (const [, name = '', path = ''] of placed) {
      const found = files.filter((file) => `/${file}`.endsWith(`/${path}`))
      const isThere = found.some((file) => new RegExp(`\\b${name}\\b`).test(readFileSync(join(root, file), 'utf8')))
      assert.ok(isThere, `${name} is not in ${path}`)
    }
  })
}
