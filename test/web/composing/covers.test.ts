import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Network } from '#rules/network-names.ts'
import { until } from '#test/harness/until.ts'
import { fixture, plain } from '#test/world/pictures.ts'
import { connectNetworks } from '../connect-networks.ts'
import { openApi, openInstallation, signUp } from '../visitor.ts'

test('a video offers its cover as a time, images offer one of them, and the choice is saved for its account', async () => {
  await using installation = await openInstallation()
  const { url, sandboxUrl } = installation
  await using visitor = await installation.visit({ timezoneId: 'UTC' })
  const { page, faults } = visitor
  await signUp(page, url, 'Ada')
  const api = await openApi(url, 'Ada')
  await connectNetworks(api, ['tiktok', 'pinterest', 'instagram'], { url, sandboxUrl, person: 'user-101' })
  await page.goto(`${url}/p/${api.profileId}/compose`)
  await page.getByLabel('What do you want to say?').fill('The oven at six')
  await page.waitForURL(/post=post_/)
  const postId = new URL(page.url()).searchParams.get('post')
  const pane = page.getByRole('tabpanel')
  const add = async (name: string, mimeType: string, buffer: Buffer) => {
    await page.locator('input[type=file]').first().setInputFiles({ name, mimeType, buffer })
    await page.getByRole('button', { name: `Remove: ${name}` }).waitFor()
  }
  /** Shows the options of a network, which are folded unless one of them is set. */
  const open = async (name: string) => {
    await page.getByRole('tab', { name: new RegExp(`^${name} ·`) }).click()
    const more = page.getByText(`More for ${name}`)
    await more.waitFor()
    const isOpen = () => more.evaluate((one) => one.closest('details')?.open === true)
    await until(`the options of ${name} are open`, async () => {
      if (!(await isOpen())) await more.click()
      return isOpen()
    })
  }
  const untilSet = (network: Network, cover: Readonly<Record<string, unknown>>) =>
    until(`${network} has ${JSON.stringify(cover)}`, async () => {
      const { targets } = await api.get(`/v1/posts/${postId}`)
      const target = targets.find((one: { network: string }) => one.network === network)
      const settings = Object.entries(target?.overrides.settings ?? {}).filter(([name]) => name.startsWith('cover'))
      return isDeepStrictEqual(Object.fromEntries(settings), cover)
    })

  const image = await plain(540, 960, 3).png().toBuffer()
  await add('one.png', 'image/png', image)
  await add('two.png', 'image/png', image)
  await open('TikTok')
  const cover = pane.getByLabel('Cover image')
  assert.deepEqual(await cover.locator('option').allTextContents(), ['Default', 'one.png', 'two.png'])
  await cover.selectOption('two.png')
  await untilSet('tiktok', { coverIndex: 1 })
  await cover.selectOption('Default')
  await untilSet('tiktok', {})
  for (const name of ['TikTok', 'Pinterest', 'Instagram']) {
    await open(name)
    assert.equal(await pane.getByLabel('Cover frame, in seconds').count(), 0, name)
  }

  await page.getByRole('button', { name: 'Remove: one.png' }).click()
  await page.getByRole('button', { name: 'Remove: two.png' }).click()
  await add('oven.mp4', 'video/mp4', await fixture('upright.mp4'))
  // A file that is still being uploaded is lost with the page.
  await until('the draft has the video', async () => {
    const { media } = await api.get(`/v1/posts/${postId}`)
    return media.length === 1
  })
  for (const [name, network, settings] of [
    ['TikTok', 'tiktok', { coverTimestampMs: 1_500 }],
    ['Pinterest', 'pinterest', { coverAtSeconds: 1.5 }],
    ['Instagram', 'instagram', { coverTimestampMs: 1_500 }],
  ] as const) {
    await open(name)
    assert.equal(await pane.getByLabel('Cover image').count(), 0, name)
    const time = pane.getByLabel('Cover frame, in seconds')
    await time.fill('1.5')
    await untilSet(network, settings)
    await page.reload()
    await open(name)
    await until('the time is shown', async () => (await time.inputValue()) === '1.5')
    await time.fill('')
    await untilSet(network, {})
  }
  assert.deepEqual(faults, [])
})
