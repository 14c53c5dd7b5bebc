import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { limitsForFormat } from '#rules/limits.ts'
import { networksPage } from '../../gen/networks-page.ts'
import { asOutgoing } from '../connector-suite/as-outgoing.ts'
import { settingsOf } from '../connector-suite/kinds.ts'
import { everyNetwork } from '../connector-suite/networks/index.ts'

test('the table of kinds in the docs matches the limits, the plans and the suite', async () => {
  const page = await readFile(join(import.meta.dirname, '../../docs/networks/README.md'), 'utf8')
  assert.equal(networksPage(page), page, 'npm run gen updates it')
})

/** The settings that make a separate kind. */
const extras = ['poll', 'spoilerText', 'quotePostId', 'quote', 'reshare', 'cards']

for (const { connector, kinds } of Object.values(everyNetwork))
  test(`${connector.network}: each kind that the network’s limits allow is tested`, () => {
    const { limits } = connector
    const { formats, image, video, thread, firstComment, mediaRequired } = limits
    const tried = {
      formats: formats.filter((format) => kinds.some((kind) => (kind.format ?? 'post') === format)),
      text: kinds.some(({ files, silent }) => !files && !silent),
      pictures: kinds.some(({ files = [] }) => files.length > 1),
      moving: kinds.some(({ files }) => files?.includes('moving')),
      video: kinds.some(({ files }) => files?.includes('film') || files?.includes('wide')),
      document: kinds.some(({ files }) => files?.includes('slides')),
      sound: kinds.some(({ files }) => files?.includes('sound')),
      thread: kinds.some(({ replies }) => replies),
      firstComment: kinds.some((kind) => kind.firstComment),
      title: kinds.some((kind) => kind.title),
      settings: extras.filter((name) => kinds.some((kind) => name in settingsOf(kind))),
    }
    assert.deepEqual(tried, {
      formats,
      text: !mediaRequired,
      pictures: image.max > 1,
      moving: image.animated !== 'no',
      video: video.max > 0,
      sound: limits.audio !== undefined,
      document: formats.some((format) => limitsForFormat(limits, format).document !== undefined),
      thread: thread !== null,
      firstComment,
      title: formats.some((format) => limitsForFormat(limits, format).title !== null),
      settings: extras.filter((name) => name in connector.settings.shape),
    })
    const names = kinds.map(({ name }) => name)
    assert.deepEqual(names, [...new Set(names)], 'the names are unique')
    for (const kind of kinds) {
      if (!Object.keys(settingsOf(kind)).some((name) => extras.includes(name))) continue
      const planned = JSON.stringify(connector.plan(asOutgoing(kind)).extras ?? {})
      const words = [...(kind.also ?? []), ...(kind.quotes ? [kind.quotes.example] : [])]
      for (const word of words) assert.ok(planned.includes(word), `${kind.name}: previews show “${word}”: ${planned}`)
    }
  })
