import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { TextRule } from '#rules/limits.ts'
import { type Network, networks, platformIdOf } from '#rules/network-names.ts'
import { limitsForNetwork } from '#rules/networks/index.ts'
import { fileOf, filesOf } from '#test/connector-suite/files.ts'
import { everyNetwork } from '#test/connector-suite/networks/index.ts'
import { postOf } from '#test/connector-suite/posts.ts'
import { signIn } from '#test/connector-suite/sign-in.ts'
import { openStand, type Stand, walkerOf } from '#test/connector-suite/stand.ts'
import { until } from '#test/harness/until.ts'
import { fixture, plain } from '#test/world/pictures.ts'
import { connectNetworks } from '../connect-networks.ts'
import { openApi, openInstallation, signUp } from '../visitor.ts'
import { difficult, fillUp } from './long-texts.ts'

type Api = Awaited<ReturnType<typeof openApi>>
type Files = 'pictures' | 'film'

const dayMs = 86_400_000
/** A post with these files, and the networks whose limits it meets. TikTok allows less text with a video. */
const posts: readonly { readonly files: Files; readonly to: readonly Network[] }[] = [
  { files: 'pictures', to: networks.filter((network) => network !== 'youtube') },
  { files: 'film', to: ['youtube', 'tiktok'] },
]

/**
 * Returns the text limit, which page, service and network must share. Each network’s sandbox has it from the network’s
 * documentation.
 */
function ruleOf(network: Network, files: Files): TextRule {
  const { text, textWithVideo } = limitsForNetwork(network)
  const [rule] = (files === 'film' && textWithVideo) || text
  assert.ok(rule)
  return rule
}

/**
 * Two networks do not define what a character is. With these settings their sandboxes count as we do, in UTF-16 units.
 */
const strictest: Readonly<Partial<Record<Network, Record<string, boolean>>>> = {
  facebook: { message_in_code_units: true },
  instagram: { countsCodeUnits: true },
}

for (const { files, to } of posts)
  for (const network of to)
    test(`${network} with ${files}: its sandbox accepts a text of the full length, and refuses one more character`, async (t) => {
      const stand = await openStandOf(t, network)
      stand.sandbox.network(network).settings?.change(strictest[network] ?? {})
      const rule = ruleOf(network, files)
      for (const words of difficult) {
        assert.equal(await isTaken(stand, files, fillUp(words, rule)), true, `${words.name} at the limit`)
        assert.equal(await isTaken(stand, files, fillUp(words, rule, 1)), false, `${words.name} beyond it`)
      }
    })

for (const network of Object.keys(strictest) as Network[])
  test(`${network}: a sandbox that counts code points accepts all that the counter allows, and more`, async (t) => {
    const stand = await openStandOf(t, network)
    const rule = ruleOf(network, 'pictures')
    for (const words of difficult) {
      assert.equal(await isTaken(stand, 'pictures', fillUp(words, rule)), true, `${words.name} at the limit`)
      const inCodePoints = fillUp(words, { ...rule, unit: 'codepoint' })
      assert.equal(await isTaken(stand, 'pictures', inCodePoints), true, `${words.name} in code points`)
      assert.equal(await isTaken(stand, 'pictures', `${inCodePoints}a`), false, `${words.name} beyond them`)
    }
  })

const openStandOf = (t: TestContext, network: Network): Promise<Stand> =>
  openStand(t, network, everyNetwork[network].ledgerName)

/** Posts an unchecked text to a network's sandbox. */
async function isTaken(stand: Stand, files: Files, text: string): Promise<boolean> {
  // The networks limit posts per minute and per day.
  stand.later(dayMs)
  const signedIn = await signIn(stand, everyNetwork[stand.network], 'alice')
  const film = fileOf('video/mp4')
  const post = postOf(signedIn, text, files === 'film' ? { media: [film.item], title: 'Rolls' } : {})
  const had = stand.seen('alice').length
  const { failure, verdict, error } = await walkerOf(stand, signedIn, post, filesOf(film)).toEnd()
  assert.equal(error, null)
  if (failure) assert.equal(verdict?.is, 'refused')
  assert.deepEqual(
    stand
      .seen('alice')
      .slice(had)
      .map((shown) => shown.text),
    failure ? [] : [text],
  )
  return failure === null
}

test('each network’s counter reaches and exceeds its limit exactly where the service says so, for emoji, links and RTL text', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit()
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  const settings = await connectNetworks(api, networks, { url, sandboxUrl, person: 'user-101' })
  const media = {
    pictures: await upload(url, api, 'picture.jpg', await plain(640, 480).jpeg().toBuffer()),
    film: await upload(url, api, 'film.mp4', await fixture('upright.mp4')),
  }
  for (const { files, to } of posts)
    for (const words of difficult) {
      const { id } = await api.post('/v1/posts', {
        profileId: api.profileId,
        content: 'Rolls',
        title: 'Rolls',
        platforms: to.map((network) => ({
          platform: platformIdOf(network),
          content: fillUp(words, ruleOf(network, files)),
        })),
        media: [{ storagePath: media[files], altText: 'A roll' }],
        settings,
        saveAsDraft: true,
      })
      const rules = to.map((network) => ({ network, rule: ruleOf(network, files) }))
      const full = nextCheck(page, rules, words)
      await page.goto(`${url}/p/${api.profileId}/compose?post=${id}`)
      await full
      for (const network of to) {
        await openTab(page, network)
        await untilCounterSays(page, network, '0 left', words.name)
      }
      const over = nextCheck(page, rules, words, 1)
      for (const network of to) {
        const box = await openTab(page, network)
        await box.press('Control+End')
        await box.press('a')
        await untilCounterSays(page, network, '1 over', words.name)
      }
      await over
    }
  assert.deepEqual(faults, [])
})

/** Waits until the page has checked these texts with the service, whose count must match the network's. */
async function nextCheck(
  page: Page,
  rules: readonly { readonly network: Network; readonly rule: TextRule }[],
  words: (typeof difficult)[number],
  beyond = 0,
): Promise<void> {
  const texts = rules.map(({ rule }) => fillUp(words, rule, beyond))
  const answer = await page.waitForResponse((one) => {
    const requested = new URL(one.url()).pathname.endsWith('/posts/validate') ? one.request().postDataJSON() : null
    return requested?.platforms.every(({ content }: { content: string }) => texts.includes(content))
  })
  const { errors, perPlatformPlan } = (await answer.json()) as {
    readonly errors: readonly { readonly code: string; readonly platform?: string }[]
    readonly perPlatformPlan: Readonly<Record<string, { readonly length: number; readonly maxLength: number }>>
  }
  for (const { network, rule } of rules) {
    const platform = platformIdOf(network)
    const plan = perPlatformPlan[platform]
    assert.deepEqual([plan?.length, plan?.maxLength], [rule.max + beyond, rule.max], `${network} with ${words.name}`)
    const faults = errors.filter((error) => error.platform === platform).map(({ code }) => code)
    assert.deepEqual(faults, beyond > 0 ? ['text_too_long'] : [], `${network} with ${words.name}`)
  }
}

/** Opens the tab for a network’s own text, and returns its field. */
async function openTab(page: Page, network: Network): Promise<Locator> {
  const { name } = limitsForNetwork(network)
  await page.getByRole('tab', { name: new RegExp(`^${name} ·`) }).click()
  return page.getByRole('textbox', { name: `Custom text for ${name}`, exact: true })
}

async function untilCounterSays(page: Page, network: Network, says: string, about: string): Promise<void> {
  const counter = page.getByRole('button', { name: `${limitsForNetwork(network).name}: ${says}`, exact: true })
  await until(`the counter of ${network} says “${says}” for ${about}`, async () => (await counter.count()) === 1)
}

async function upload(url: string, { token }: Api, name: string, bytes: Buffer): Promise<string> {
  const form = new FormData()
  const type = name.endsWith('.mp4') ? 'video/mp4' : 'image/jpeg'
  form.set('file', new File([new Uint8Array(bytes)], name, { type }))
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${url}/v1/media/upload`, { method: 'POST', headers, body: form })
  assert.ok(answer.ok, `${name} is uploaded`)
  return ((await answer.json()) as { storagePath: string }).storagePath
}
