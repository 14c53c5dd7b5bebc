import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')

/** Files that `npm run gen` writes, whole or in part. */
const outputs = [
  '.env.example',
  'clients/go/operations.go',
  'clients/go/types.go',
  'clients/python/posthorn/_operations.py',
  'clients/python/posthorn/types.py',
  'docs/cli.md',
  'docs/decisions/README.md',
  'docs/errors.md',
  'docs/events.md',
  'docs/scopes.md',
  'docs/licences.md',
  'docs/mcp.md',
  'docs/networks/README.md',
  'docs/openapi.json',
  'docs/posts-as-code.schema.json',
  'docs/schema.sql',
  'docs/settings.md',
  'sdk/src/generated/api.ts',
  'sdk/src/generated/operations.ts',
  'src/infra/db/tables.ts',
]

test('npm run gen rebuilds all of its outputs when they are missing', async (t) => {
  const copy = await mkdtemp(join(tmpdir(), 'posthorn-gen-'))
  t.after(() => rm(copy, { recursive: true, force: true }))
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args], {
      cwd: copy,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    })
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  for (const file of listed.split('\0').filter(Boolean))
    await cp(join(root, file), join(copy, file), { verbatimSymlinks: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
  for (const modules of ['node_modules', 'gen/compiler/node_modules'])
    await symlink(join(root, modules), join(copy, modules))
  git('init', '-q')
  git('add', '-A')
  git('commit', '-qm', 'all')
  for (const path of outputs) await rm(join(copy, path))
  const printed = execFileSync(process.execPath, ['gen/index.ts'], { cwd: copy, encoding: 'utf8' })
  const written = /^Written: (.*)$/m.exec(printed)?.[1]?.split(', ') ?? []
  for (const path of outputs) {
    const [before, after] = await Promise.all([root, copy].map((place) => readFile(join(place, path), 'utf8')))
    assert.equal(after, before, path)
  }
  assert.ok(written.includes('sdk/src/generated/operations.ts'), printed)
  assert.ok(
    written.every((path) => outputs.includes(path)),
    `not in the list of this test: ${printed}`,
  )
})
