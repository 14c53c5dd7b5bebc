import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import process from 'node:process'
import { startApp } from '#test/harness/app.ts'
import { startTestServer } from '#test/run/postgres.ts'
import { openFolder } from '../tools/folder.ts'
import { readOptions } from '../tools/options.ts'

/**
 * Generates clients from the OpenAPI document of a running service with three generators of others, compiles them under
 * `--strict`, and makes ten calls with each. npm downloads the generators, which are not dependencies: they take 112 MB.
 *
 *     node bench/agents/generated-clients.ts
 */
const packages = [
  ...['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', '@hey-api/openapi-ts@0.99.0', 'orval@8.38.0'],
  ...['typescript@5.9.3', '@types/node@24.10.1'],
]
const compiler = ['--strict', '--skipLibCheck', '--module', 'commonjs', '--moduleResolution', 'node10']
const target = ['--target', 'es2022', '--lib', 'es2022,dom,dom.iterable', '--types', 'node', '--outDir', 'out']

/** The beginning of each program, which makes ten calls. */
const bodies = `
const profile = { name: 'A lighthouse' }
const draft = (profileId: string) => ({ profileId, content: 'Open again', saveAsDraft: true })
const need = <T>(what: string, value: T | undefined | null): T => {
  if (value === undefined || value === null) throw new Error(what)
  return value
}
const url = need('URL', process.env.POSTHORN_URL)
const headers = { Authorization: \`Bearer \${need('token', process.env.POSTHORN_TOKEN)}\` }
const done: string[] = []
`
const end = `
main().then(() => console.log(\`\${done.length} calls\`), (error) => { console.error(done, error); process.exit(1) })
`
const programs = {
  'openapi-typescript': `
import createClient from 'openapi-fetch'
import type { paths } from './types'
${bodies}
const api = createClient<paths>({ baseUrl: url, headers })
async function main() {
  const own = need('profile', (await api.POST('/v1/profiles', { body: profile })).data); done.push(own.id)
  done.push(need('profiles', (await api.GET('/v1/profiles')).data)[0]!.name)
  const made = need('post', (await api.POST('/v1/posts', { body: draft(own.id) })).data); done.push(made.id)
  const params = { path: { id: made.id } }
  done.push(need('read', (await api.GET('/v1/posts/{id}', { params })).data).status)
  done.push(need('changed', (await api.PATCH('/v1/posts/{id}', { params, body: { title: 'Hours' } })).data).id)
  done.push(String(need('valid', (await api.POST('/v1/posts/validate', { body: draft(own.id) })).data).canPublish))
  done.push(String(need('list', (await api.GET('/v1/posts', { params: { query: { limit: 5 } } })).data)))
  done.push(String(need('status', (await api.GET('/v1/posts/{id}/status', { params })).data).length))
  done.push(need('copy', (await api.POST('/v1/posts/{id}/duplicate', { params })).data).id)
  done.push(String(need('gone', (await api.DELETE('/v1/posts/{id}', { params })).data).success))
}
${end}`,
  'hey-api': `
import * as api from './hey'
import { client } from './hey/client.gen'
${bodies}
client.setConfig({ baseUrl: url, headers })
async function main() {
  const own = need('profile', (await api.createProfile({ body: profile })).data); done.push(own.id)
  done.push(need('profiles', (await api.listProfiles()).data)[0]!.name)
  const made = need('post', (await api.createPost({ body: draft(own.id) })).data); done.push(made.id)
  const path = { id: made.id }
  done.push(need('read', (await api.getPost({ path })).data).status)
  done.push(need('changed', (await api.updatePost({ path, body: { title: 'Hours' } })).data).id)
  done.push(String(need('valid', (await api.validatePost({ body: draft(own.id) })).data).canPublish))
  done.push(String(need('list', (await api.listPosts({ query: { limit: 5 } })).data)))
  done.push(String(need('status', (await api.getPostStatus({ path })).data).length))
  done.push(need('copy', (await api.duplicatePost({ path })).data).id)
  done.push(String(need('gone', (await api.deletePost({ path })).data).success))
}
${end}`,
  orval: `
import * as api from './orval-api'
${bodies}
const plain = globalThis.fetch
globalThis.fetch = (input, init) => plain(new URL(String(input), url), init)
async function main() {
  const own = await api.createProfile(profile, { headers }); if (own.status !== 200) throw own; done.push(own.data.id)
  const all = await api.listProfiles({ headers }); if (all.status !== 200) throw all; done.push(all.data[0]!.name)
  const made = await api.createPost(draft(own.data.id), { headers }); if (made.status !== 201) throw made
  const { id } = made.data; done.push(id)
  const read = await api.getPost(id, { headers }); if (read.status !== 200) throw read; done.push(read.data.status)
  const changed = await api.updatePost(id, { title: 'Hours' }, { headers }); if (changed.status !== 200) throw changed
  done.push(changed.data.id)
  const valid = await api.validatePost(draft(own.data.id), undefined, { headers }); if (valid.status !== 200) throw valid
  done.push(String(valid.data.canPublish))
  const list = await api.listPosts({ limit: 5 }, { headers }); if (list.status !== 200) throw list; done.push('list')
  const status = await api.getPostStatus(id, { headers }); if (status.status !== 200) throw status; done.push('status')
  const copy = await api.duplicatePost(id, undefined, { headers }); if (copy.status !== 201) throw copy
  done.push(copy.data.id)
  const gone = await api.deletePost(id, undefined, { headers }); if (gone.status !== 200) throw gone; done.push('gone')
}
${end}`,
} as const

readOptions({})
await using folder = await openFolder('posthorn generated clients ')
const at = (name: string) => join(folder.path, name)
const server = await startTestServer({ url: null, folder: at('db'), say: () => {} })
process.env.POSTHORN_TEST_SERVER = JSON.stringify(server.connection)
try {
  await using t = await startApp({ sandbox: true })
  await t.as('root')
  const { token } = await t.as('ada')
  await writeFile(at('openapi.json'), (await t.anyone.get('/openapi.json')).text)
  await writeFile(at('package.json'), '{ "private": true }')
  await run('npm', ['install', '--no-audit', '--no-fund', ...packages])
  await bin('openapi-typescript', ['openapi.json', '-o', 'types.ts'])
  await bin('openapi-ts', ['-i', 'openapi.json', '-o', 'hey'])
  await bin('orval', ['--input', 'openapi.json', '--output', 'orval-api.ts', '--client', 'fetch'])
  for (const [name, program] of Object.entries(programs)) {
    await writeFile(at(`${name}.ts`), program)
    await bin('tsc', [...compiler, ...target, `${name}.ts`])
    const printed = await run(process.execPath, [`out/${name}.js`], { POSTHORN_URL: t.url, POSTHORN_TOKEN: token })
    console.log(`${name}: compiles under --strict, ${printed.trim()} (wanted: 10 calls)`)
    if (printed.trim() !== '10 calls') process.exitCode = 1
  }
} finally {
  await server.stop()
}

/** Runs a program of an installed package. */
function bin(name: string, args: readonly string[]): Promise<string> {
  return run(process.execPath, [at(`node_modules/.bin/${name}`), ...args])
}

async function run(command: string, args: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<string> {
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter)
  const env = { ...process.env, PATH: path, ...more }
  const child = spawn(command, args, { cwd: folder.path, stdio: ['ignore', 'pipe', 'pipe'], env })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      text += piece.toString()
    })
  const [status] = (await once(child, 'close')) as [number | null]
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${text.slice(0, 4_000)}`)
  return text
}
