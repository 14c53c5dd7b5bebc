import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { days, hours } from '#kernel/clock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import type { Client } from '#test/harness/client.ts'
import { done } from '#test/world/people.ts'
import { connectBoth, inTime, withKey } from '#test/world/posts.ts'

let t: TestApp
let w: Awaited<ReturnType<typeof connectBoth>>
let other: Awaited<ReturnType<typeof connectBoth>>
before(async () => {
  t = await startApp({ sandbox: true })
  await t.as('root')
  w = await connectBoth(t)
  other = await connectBoth(t)
  for (const { ada, profileId } of [w, other])
    await ada.patch(`/v1/profiles/${profileId}`, { timezone: 'Europe/Berlin' })
})
after(() => t[Symbol.asyncDispose]())

interface Options {
  readonly who?: { readonly ada: Client; readonly profileId: string }
  readonly client?: Client
  readonly dryRun?: boolean
  readonly key?: string
}
const load = (file: string | Buffer, { who = w, client = who.ada, dryRun = false, key }: Options = {}) =>
  client.call('POST', `/v1/posts/import?profileId=${who.profileId}${dryRun ? '&dryRun=true' : ''}`, Buffer.from(file), {
    headers: { 'content-type': 'text/csv', ...(key ? { 'idempotency-key': key } : {}) },
  })
const save = (more = '', { ada, profileId } = w) => ada.get(`/v1/posts/export?profileId=${profileId}${more}`)
const countPosts = async ({ ada, profileId } = w): Promise<number> =>
  (await ada.get(`/v1/posts?profileId=${profileId}`)).body.posts.length
const read = (text: string, delimiter = ','): Record<string, string>[] =>
  parse(text, { columns: true, delimiter, bom: true })

test('another parser can parse an export, and importing it creates the same posts', async () => {
  const written = [
    {
      content: '=HYPERLINK("https://evil.example","a")\r\nsecond; line, with "marks" ',
      platforms: ['bluesky', { platform: 'mastodon', content: '-1 for Mastodon' }],
      tags: ['a, b', '@c'],
      metadata: { campaign: '=1+1' },
      thread: [{ content: 'part two' }],
      scheduledAt: inTime(t, days(3)),
      timezone: 'Europe/Berlin',
      language: 'de',
      confirmWarnings: true,
    },
    { content: "'=already marked", title: '+Plus', platforms: ['mastodon'], saveAsDraft: true, tags: ['one', 'two'] },
    {
      content: 'Grüße 🗼',
      saveAsDraft: true,
      scheduledAt: inTime(t, days(4)),
      platforms: ['bluesky'],
      media: [{ url: 'https://example.com/a.jpg', altText: '+ a tower' }],
      link: 'https://example.com/',
      mentions: [
        { text: '@Tower, “old”', handles: { bluesky: 'tower.example', mastodon: 'tower@example.social' } },
        { text: '@=Ada', handles: { linkedin: 'urn:li:person:7' } },
      ],
      recycle: { enabled: true, intervalDays: 30, variations: ['\t=other'] },
    },
  ]
  for (const body of written) {
    const made = await w.ada.post('/v1/posts', { profileId: w.profileId, ...body })
    assert.equal(made.status, 201, made.text)
  }
  const file = await save()
  assert.match(file.headers['content-type'] ?? '', /^text\/csv; charset=utf-8/)
  for (const row of read(file.text)) {
    for (const cell of Object.values(row)) assert.doesNotMatch(cell, /^[=+\-@\t\r\n]/, 'no cell is a formula')
  }
  assert.deepEqual(
    read(file.text).map((row) => row.content),
    [`'${written[0]!.content}`, written[2]!.content, "''=already marked"],
  )

  const loaded = await load(file.bytes, { who: other })
  assert.deepEqual([loaded.status, loaded.body.created, loaded.body.skipped], [201, 3, 0], loaded.text)
  const { body: imported } = await other.ada.get(`/v1/posts?profileId=${other.profileId}&status=draft`)
  const greeting = imported.posts.find(({ content }: { content: string }) => content === written[2]!.content)
  assert.deepEqual(greeting.mentions, written[2]!.mentions)
  const withoutIds = (text: string) => read(text).map(({ id, ...row }) => row)
  assert.deepEqual(withoutIds((await save('', other)).text), withoutIds(file.text))

  const marked = await save('&separator=semicolon&bom=true')
  assert.deepEqual([...marked.bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf])
  assert.deepEqual(read(marked.text, ';'), read(file.text))
  const again = await load(marked.bytes)
  assert.deepEqual([again.body.created, again.body.skipped], [0, 3], 'the posts of the profile already exist')
  assert.equal(read((await save('&status=scheduled')).text).length, 1)
})

test('a German spreadsheet is understood: semicolons, dates, WAHR, old line endings, blank rows', async () => {
  const day = new Date(t.now().getTime() + days(9)).toISOString().slice(0, 10).split('-').reverse().join('.')
  const file = `\u{feff}Content;Platforms;Scheduled at;save as draft\r\n\r\nMoin;bluesky;${day} 9:30;FALSCH\rTschüss;bluesky, mastodon;;WAHR\n;;;\n`
  const { body, status, text } = await load(file)
  assert.equal(status, 201, text)
  assert.deepEqual(
    body.rows.map((row: { row: number; status: string }) => [row.row, row.status]),
    [
      [3, 'scheduled'],
      [4, 'draft'],
    ],
  )
  const wall = new Date(body.rows[0].scheduledAt).toLocaleString('sv-SE', { timeZone: 'Europe/Berlin' })
  assert.equal(wall, `${day.split('.').reverse().join('-')} 09:30:00`)
})

test('a dry run reports each row with its column, and an import with one error stores nothing', async () => {
  const soon = inTime(t, hours(5))
  const file = [
    'content,platforms,scheduledAt,settings,saveAsDraft',
    `fine,bluesky,${soon},,`,
    `late,bluesky,2020-01-01T00:00:00Z,,`,
    `${'x'.repeat(400)},bluesky,${soon},,`,
    `"unclear, time",bluesky,12/1/2027 9:00,{,maybe`,
    'nowhere,myspace,,,',
    'never timed,bluesky,,,false',
    `split, text,bluesky,${soon},,true`,
    'a draft,,,,',
  ].join('\n')
  const before = await countPosts()
  const { body, status, text } = await load(file, { dryRun: true })
  assert.deepEqual([status, body.ready, body.posts], [200, false, 2], text)
  const seen = body.rows.map(
    ({ row, outcome, errors }: { row: number; outcome: string; errors: { column: string }[] }) => [
      row,
      outcome,
      ...new Set(errors.map(({ column }) => column)),
    ],
  )
  assert.deepEqual(seen.slice(0, 6), [
    [2, 'scheduled'],
    [3, 'faulty', 'scheduledAt'],
    [4, 'faulty', 'content'],
    [5, 'faulty', 'settings', 'saveAsDraft', 'scheduledAt'],
    [6, 'faulty', 'platforms'],
    [7, 'faulty', 'scheduledAt'],
  ])
  assert.deepEqual([seen[6][1], seen[7]], ['faulty', [9, 'draft']])
  const [{ message: nowhere }] = body.rows[4].errors
  assert.match(nowhere, /^must be one of bluesky, facebook/)
  assert.doesNotMatch(nowhere, /net-/, 'IDs mean nothing to people')
  assert.match(body.rows[6].errors.map(({ message }: { message: string }) => message).join(), /quotation marks/)
  const refused = await load(file)
  assert.deepEqual([refused.status, refused.body.code], [400, 'validation_failed'])
  assert.equal(refused.body.errors[0].path, '/rows/3/scheduledAt')
  assert.equal(await countPosts(), before)
})

test('400: anything but UTF-8 CSV, unknown columns and too many rows are refused with advice', async () => {
  const codeOf = async (file: string | Buffer) => {
    const { body } = await load(file)
    return [body.code, body.detail]
  }
  const [code, detail] = await codeOf(Buffer.from('content\nGr\xfc\xdfe', 'latin1'))
  assert.equal(code, 'csv_unreadable')
  assert.match(detail, /CSV UTF-8/)
  assert.match((await codeOf('content\n"never closed'))[1], /line 2.*not closed/)
  assert.match((await codeOf('content\nsome "marks" inside'))[1], /line 2.*Double it/)
  assert.equal((await codeOf(''))[0], 'csv_unreadable')
  const unknown = await load('contnt,content,content\nhello')
  assert.deepEqual(
    unknown.body.errors.map((fault: { path: string; code: string }) => [fault.path, fault.code]),
    [
      ['/rows/1/contnt', 'unknown_column'],
      ['/rows/1/content', 'duplicate_column'],
    ],
  )
  assert.match(unknown.body.errors[0].message, /did you mean content/)
  assert.equal((await codeOf(`content\n${'a\n'.repeat(501)}`))[0], 'csv_too_many_rows')
  assert.equal((await load(Buffer.alloc(5 * 1024 * 1024 + 1, 'a'))).status, 413)
  for (const byte of [0, 0x0c, 0x7f]) {
    const odd = await load(
      Buffer.concat([Buffer.from('content,platforms\na'), Buffer.from([byte]), Buffer.from('b,x')]),
    )
    assert.ok(odd.status < 500, `byte ${byte}: ${odd.text}`)
  }
})

test('400: a file with an error in every cell is refused with a few sentences, and a dry run lists few errors per row', async () => {
  const wide = `content\n${`a${',b'.repeat(100_000)}\n`.repeat(5)}`
  const { body, bytes } = await load(wide, { dryRun: true })
  assert.deepEqual(
    body.rows.map(({ errors }: { errors: { code: string }[] }) => errors.map(({ code }) => code)),
    Array(5).fill(['cell_without_heading']),
  )
  assert.ok(bytes.length < 10_000)
  const parts = Array.from({ length: 25 }, () => ({ content: 1, media: 2 }))
  const words = `content,thread\na,"${JSON.stringify(parts).replaceAll('"', '""')}"`
  const [{ errors }] = (await load(words, { dryRun: true })).body.rows
  assert.equal(errors.length, 20)
  const headings = Array.from({ length: 50_000 }, (_, no) => `x${no}`).join()
  const refused = await load(`${headings}\na`)
  assert.deepEqual([refused.status, refused.body.code], [400, 'csv_unreadable'])
  assert.match(refused.body.detail, /^The first row has 50000 cells/)
})

test('an Idempotency-Key creates an import once, and is refused for another file', async () => {
  const before = await countPosts()
  const first = await load('content\nonce', { key: 'my-import' })
  const second = await load('content\nonce', { key: 'my-import' })
  assert.deepEqual([first.status, second.status, second.text], [201, 201, first.text])
  assert.equal(second.headers['idempotency-replayed'], 'true')
  assert.equal((await load('content\ntwice', { key: 'my-import' })).body.code, 'idempotency_key_reused')
  assert.equal(await countPosts(), before + 1)
})

test('403: without posts:publish, only drafts can be imported, and none into other users’ profiles', async () => {
  const client = await withKey(t, w.person, ['posts:read', 'posts:write'])
  const timed = `content,platforms,scheduledAt\ntimed,bluesky,${inTime(t, days(2))}`
  const refused = await load(timed, { client })
  assert.deepEqual([refused.body.code, refused.body.requiredScope], ['scope_required', 'posts:publish'])
  assert.equal((await load('content\ndraft', { client })).status, 201)
  assert.equal((await load(timed, { client: other.ada })).body.code, 'profile_forbidden')
  assert.equal((await other.ada.get(`/v1/posts/export?profileId=${w.profileId}`)).body.code, 'profile_forbidden')
})

test('an imported post is published at its time', async () => {
  const { body } = await load(`content,platforms,scheduledAt\nfrom a file,mastodon,${inTime(t, hours(1))}`)
  await t.advance(hours(1))
  assert.equal((await w.ada.get(`/v1/posts/${body.rows[0].postId}`)).body.status, 'published')
})

test('rows with a slot take the next free posting times in their order, and a dry run names those times', async () => {
  const who = await connectBoth(t)
  const { ada, profileId } = who
  const without = await load('content,platforms,slot\nOne,bluesky,next', { who, dryRun: true })
  assert.deepEqual(
    done(without).body.rows[0].errors.map(({ path, code }: Record<string, string>) => [path, code]),
    [['/rows/2/slot', 'slot_plan_not_found']],
  )
  const slots = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, time: '09:00' }))
  const plan = done(await ada.post('/v1/slot-plans', { profileId, name: 'Mornings', timezone: 'UTC', slots }), 201).body
  const free = done(await ada.get(`/v1/slot-plans/${plan.id}/slots`)).body.slots
  const [first, second, third] = free.map(({ at }: { at: string }) => at)
  const file = [
    'content,platforms,slot,scheduledAt',
    'One,bluesky,next,',
    `Two,bluesky,,${second}`,
    'Three,"bluesky, mastodon",Next,',
    `Four,bluesky,"{""planId"":""${plan.id}""}",`,
  ].join('\n')
  const planned = done(await load(file, { who, dryRun: true })).body
  const timesOf = ({ rows }: { rows: { scheduledAt: string }[] }) => rows.map(({ scheduledAt }) => scheduledAt)
  assert.equal(planned.ready, true, JSON.stringify(planned.rows))
  assert.deepEqual(timesOf(planned).slice(0, 3), [first, second, third])
  assert.equal(await countPosts(who), 0, 'a dry run stores nothing')
  // Someone takes a time between the dry run and the import.
  done(await ada.post('/v1/posts', { profileId, content: 'Mine', platforms: ['bluesky'], scheduledAt: first }), 201)
  const imported = done(await load(file, { who }), 201).body
  const [one, two, three, four] = timesOf(imported)
  assert.deepEqual([one, two, three], [third, second, free[3].at])
  assert.ok((four ?? '') > (three ?? ''))
  const post = done(await ada.get(`/v1/posts/${imported.rows[0].postId}`)).body
  assert.deepEqual([post.status, post.slotPlanId], ['scheduled', plan.id])
})

test('a row with a slot and a time, a draft with a slot, and a slot that moves other posts are refused', async () => {
  const file = [
    'content,platforms,slot,scheduledAt,saveAsDraft',
    `Both,bluesky,next,${inTime(t, days(3))},`,
    'Draft,bluesky,next,,true',
    'First,bluesky,top,,',
    'What,bluesky,soon,,',
  ].join('\n')
  const { rows } = done(await load(file, { dryRun: true })).body
  assert.deepEqual(
    rows.map(({ outcome, errors }: { outcome: string; errors: Record<string, string>[] }) => [
      outcome,
      errors.map(({ path, message }) => `${path} ${message}`),
    ]),
    [
      ['faulty', ['/rows/2/slot must be left out with `scheduledAt` or `saveAsDraft`']],
      ['faulty', ['/rows/3/slot must be left out with `scheduledAt` or `saveAsDraft`']],
      ['faulty', ['/rows/4/slot must be next or last: posts of a file don’t move others']],
      ['faulty', ['/rows/5/slot/place must be one of next, last, top']],
    ],
  )
})
