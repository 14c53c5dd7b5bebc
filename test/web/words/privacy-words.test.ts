import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { connectors } from '#app/connectors.ts'
import { networks } from '#rules/network-names.ts'
import { wordsFor } from '#web/compose/options/words-for.ts'
import { options as german } from '#web/i18n/de/options.ts'
import { options as english } from '#web/i18n/en/options.ts'

/** Lists the audiences that can be chosen for a post, as `network.value`. */
function listAudiences(): { network: (typeof networks)[number]; value: string }[] {
  return networks.flatMap((network) => {
    const { properties = {} } = z.toJSONSchema(connectors[network].settings, { io: 'input' })
    return Object.entries(properties).flatMap(([name, schema]) => {
      const values = /privacy|visibility/i.test(name) && typeof schema === 'object' ? (schema.enum ?? []) : []
      return values.map((value) => ({ network, value: String(value) }))
    })
  })
}

/** Our own value: the audience of the first part of a thread. */
const ofThreads = 'same'

test('each audience has its network’s term for it, in every language', () => {
  const audiences = listAudiences().filter(({ value }) => value !== ofThreads)
  assert.deepEqual([...new Set(audiences.map(({ network }) => network))].toSorted(), [
    'linkedin',
    'mastodon',
    'tiktok',
    'youtube',
  ])
  for (const [language, { valuesOf }] of Object.entries({ english, german })) {
    const own: Readonly<Record<string, Readonly<Record<string, string>>>> = valuesOf
    const wordless = audiences.filter(({ network, value }) => own[network]?.[value] === undefined)
    assert.deepEqual(wordless, [], language)
  }
})

test('“private” means only the author on YouTube, and followers on Mastodon', () => {
  for (const [words, youtube, mastodon] of [
    [english, 'Private', 'Followers'],
    [german, 'Privat', 'Follower'],
  ] as const) {
    assert.equal(wordsFor('youtube', words).private, youtube)
    assert.equal(wordsFor('mastodon', words).private, mastodon)
  }
})
