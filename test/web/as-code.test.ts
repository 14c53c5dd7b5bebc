import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { createClient } from '#sdk/index.ts'
import { taskOf } from '../../web/src/app/as-code/task-of.ts'
import { pages } from './pages.ts'
import { connectBluesky, listBarriers, openApi, openByKey, openInstallation, signUp } from './visitor.ts'

const run = promisify(execFile)
const program = join(import.meta.dirname, '../../bin/posthorn.mjs')

interface Code {
  readonly operation: string
  readonly text: string
}

/** Reads the code in one form from the dialog. */
async function readCode(page: Page, form: string): Promise<readonly Code[]> {
  const dialog = page.getByRole('dialog', { name: 'This page as code' })
  await dialog.getByRole('button', { name: form }).click()
  const fields = await dialog
    .getByRole('group')
    .filter({ has: page.locator('code') })
    .all()
  return Promise.all(
    fields.map(async (field) => ({
      operation: await field.locator('legend').innerText(),
      text: await field.locator('code').innerText(),
    })),
  )
}

/** Sends the request of a curl command, parsed like in a shell. */
async function sendCurl(text: string, token: string): Promise<Response> {
  const words = [...text.replaceAll('\\\n', ' ').matchAll(/'((?:[^']|'\\'')*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single?.replaceAll("'\\''", "'") ?? double ?? bare ?? '',
  )
  const after = (flag: string) => words.flatMap((word, nth) => (words[nth - 1] === flag ? [word] : []))
  const headers = after('-H').map((line) => line.replace('$POSTHORN_API_KEY', token).split(': ') as [string, string])
  const [address] = words.filter((word) => word.startsWith('http'))
  const [body] = after('-d')
  const [method = 'GET'] = after('-X')
  return await fetch(address ?? '', { method, headers, ...(body !== undefined && { body }) })
}

test('each page, and the open composer, shows its calls as code that runs unchanged', async () => {
  await using installation = await openInstallation()
  const { url } = installation
  await using visitor = await installation.visit({ timezoneId: 'UTC' })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  await page.getByRole('link', { name: 'Connections' }).first().click()
  await connectBluesky(page)
  const api = await openApi(url, 'Ada')
  const { profileId, token } = api
  // Each kind of code creates the same post.
  await api.patch(`/v1/profiles/${profileId}`, { samePostDays: 0 })
  const { id } = await api.post('/v1/posts', {
    profileId,
    content: 'It’s open',
    platforms: ['bluesky'],
    saveAsDraft: true,
  })
  const webhook = await api.post('/v1/webhooks', {
    url: `${installation.sandboxUrl}/receiver/code`,
    events: ['post.published'],
  })
  const posthorn = createClient({ url, token })
  const callMcp = async (params: object) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    const answer = await fetch(`${url}/mcp?toolsets=all`, { method: 'POST', headers, body })
    return (await answer.text()).match(/\{.*\}/s)?.[0] ?? ''
  }
  const tasks = new Map<string, string>()
  const check = async (path: string) => {
    const shown = await readCode(page, 'curl')
    assert.ok(shown.length > 0, `${path} shows no call`)
    for (const { operation, text } of shown) {
      const answer = await sendCurl(text, token)
      assert.ok(answer.ok, `${path}, ${operation}: ${answer.status} ${await answer.text()}\n${text}`)
    }
    for (const { text } of await readCode(page, 'TypeScript')) {
      const [, operation = '', input] = text.match(/await posthorn\.(\w+)\((.*)\)$/s) ?? []
      const value = input ? (new Function(`return (${input})`)() as object) : {}
      const method = posthorn[operation as 'listPosts']
      await method(value)
    }
    for (const { text } of await readCode(page, 'Agent (MCP)')) {
      const answer = JSON.parse(await callMcp(JSON.parse(text)))
      assert.ok(answer.result && answer.result.isError !== true, `${path}: ${text}\n${JSON.stringify(answer)}`)
    }
    for (const { operation, text } of await readCode(page, 'Command line'))
      tasks.set(`${operation} ${text.split(' ')[2]}`, text)
  }
  const places = [
    ...pages,
    `/posts/${id}`,
    `/settings/webhooks/${webhook.id}`,
    '/analytics/accounts',
    '/analytics/outliers',
    '/analytics/labels',
  ]
  for (const path of places.filter((one) => !one.startsWith('/compose'))) {
    await page.goto(`${url}/p/${profileId}${path}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await openByKey(page, 'Control+Alt+c')
    await check(path)
  }

  for (const [path, choice] of [
    ['/posts?q=open', 'q=open'],
    ['/admin/audit-log?action=post.created', 'action=post.created'],
  ] as const) {
    await page.goto(`${url}/p/${profileId}${path}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await openByKey(page, 'Control+Alt+c')
    await check(path)
    const [first] = await readCode(page, 'curl')
    assert.ok(first?.text.includes(choice), `${path}: ${first?.text}`)
  }

  await page.goto(`${url}/p/${profileId}/compose`)
  await page.getByLabel('What do you want to say?').fill('Fresh rolls, it’s "warm"')
  await page.getByRole('button', { name: 'Ada', exact: true }).click()
  await page.getByRole('menuitem', { name: 'As code' }).click()
  await check('compose')
  assert.deepEqual(await listBarriers(page), [])
  const { posts } = await api.get(`/v1/posts?profileId=${profileId}&q=rolls&status=published,queued,publishing`)
  // One each by curl, TypeScript and an agent.
  assert.equal(posts.length, 3)

  assert.ok(tasks.size >= 6, [...tasks.keys()].join())
  for (const [name, text] of tasks) {
    const words = [...text.matchAll(/(?:'((?:[^']|'\\'')*)'|([^\s']+))+/g)].map(([word]) =>
      word.replaceAll(/'((?:[^']|'\\'')*)'/g, (_, inner) => inner.replaceAll("'\\''", "'")),
    )
    const [, ...args] = words
    const env = { ...process.env, POSTHORN_URL: url, POSTHORN_API_KEY: token }
    await run(process.execPath, [program, ...args, '--json'], { env }).catch((error: { stderr: string }) =>
      assert.fail(`${name}: ${text}\n${error.stderr}`),
    )
  }
  assert.deepEqual(faults, [])
})

test('a post that cannot be fully expressed as a task is not shown as one', () => {
  const bluesky = { platform: 'bluesky', accountId: 'acc_1' }
  const post = { profileId: 'prof_1', content: 'Rye', platforms: [bluesky] }
  const nameOf = (more: object) => taskOf({ operation: 'createPost', input: { ...post, ...more } })?.name ?? null
  assert.equal(nameOf({}), 'publish_post')
  assert.equal(
    nameOf({ scheduledAt: '2030-01-01T09:00:00Z', thread: [{ content: 'And spelt', media: [] }] }),
    'schedule_post',
  )
  assert.equal(nameOf({ platforms: [{ ...bluesky, content: 'Rye!' }] }), 'publish_post')
  for (const more of [
    { platforms: [{ ...bluesky, firstComment: 'With seeds' }] },
    { platforms: [bluesky, { ...bluesky, accountId: 'acc_2', content: 'Rye!' }] },
    { thread: [{ content: 'And spelt', media: [{ storagePath: 'media/1' }] }] },
    { media: [{ storagePath: 'media/1', thumbnailStoragePath: 'media/2' }] },
  ])
    assert.equal(nameOf(more), null, JSON.stringify(more))
})
