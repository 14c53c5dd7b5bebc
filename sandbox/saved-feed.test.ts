import assert from 'node:assert/strict'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { png } from './core/tests/files.ts'
import { createSandbox, type Sandbox } from './index.ts'

async function folderOf(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const image = png()
const mastodon = { authorization: 'Bearer sandbox-token-alice' }

async function post(to: Sandbox, status: string, file?: Buffer): Promise<void> {
  const ids: string[] = []
  if (file) {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'a.png')
    const sent = await fetch(`${to.url}/mastodon/api/v2/media`, { method: 'POST', headers: mastodon, body: form })
    ids.push(((await sent.json()) as { id: string }).id)
  }
  const body = JSON.stringify({ status, media_ids: ids })
  const headers = { ...mastodon, 'content-type': 'application/json' }
  const made = await fetch(`${to.url}/mastodon/api/v1/statuses`, { method: 'POST', headers, body })
  assert.equal(made.status, 200, await made.text())
}
const page = async (of: Sandbox, path: string) => (await fetch(`${of.url}${path}`)).text()

test('a sandbox with a folder still shows earlier posts and their images after a restart', async (t) => {
  const folder = await folderOf(t)
  await using first = await createSandbox({ folder })
  await post(first, 'before the restart', image)
  first.clock.advance(60_000)
  await first.close()
  await using second = await createSandbox({ folder })
  await post(second, 'after it')
  const feed = await page(second, '/feed/mastodon/alice')
  assert.ok(feed.indexOf('after it') < feed.indexOf('before the restart') && feed.includes('after it'))
  assert.match(await page(second, '/'), /after it/)
  const address = /src="(\/media\/[^"]+)"/.exec(feed)?.[1] ?? ''
  assert.deepEqual(Buffer.from(await (await fetch(`${second.url}${address}`)).arrayBuffer()), image)
  await second.close()
  await using third = await createSandbox({ folder })
  assert.match(await page(third, '/feed/mastodon'), /before the restart/)
  third.reset()
  assert.doesNotMatch(await page(third, '/feed/mastodon'), /before the restart|after it/)
})

test('the feed is bounded: the newest hundred posts of a network, and no file beyond 16 MiB', async (t) => {
  const folder = await folderOf(t)
  await using first = await createSandbox({ folder })
  for (let nth = 0; nth < 120; nth += 1) await post(first, `post ${nth}.`)
  await first.close()
  assert.ok((await stat(join(folder, 'feed.json'))).size < 100_000)
  await using second = await createSandbox({ folder })
  const shown = second.network('mastodon').feed({ account: null, limit: 1_000 })
  assert.deepEqual([shown.length, shown[0]?.text[0]?.text], [100, 'post 119.'])
})

test('a folder with a file that cannot be read counts as empty', async (t) => {
  const folder = await folderOf(t)
  await writeFile(join(folder, 'feed.json'), '{"posts":')
  await using sandbox = await createSandbox({ folder })
  assert.match(await page(sandbox, '/feed/mastodon'), /No posts yet/)
})
