import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addStockMedia, findStockMedia } from '#tasks/media/stock.ts'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { giphyKey, type StockServer, startGiphy } from '#test/servers/stock-server.ts'
import { moving } from '#test/world/pictures.ts'
import { connectBoth } from '#test/world/posts.ts'
import { openInside, openRemote, refused, succeed } from './stage.ts'

let t: TestApp
let giphy: StockServer
before(async () => {
  giphy = await startGiphy(await moving(40, 30, 3).gif().toBuffer())
  t = await startApp({ sandbox: true, settings: { GIPHY_API_KEY: giphyKey, GIPHY_URL: giphy.url } })
  await t.as('root')
})
after(async () => {
  await t[Symbol.asyncDispose]()
  await giphy[Symbol.asyncDispose]()
})

test('agents and chats find GIFs of the provider that is set up, and add one with its credit for a post', async () => {
  const w = await connectBoth(t)
  const [chat, program] = [await openInside(t, w.person), openRemote(t, w.key)]
  const found = await succeed(findStockMedia, chat, { q: 'lighthouse', kind: 'gif' })
  const { provider, kind, hasMore, results } = found.result as { results: { id: string; author: string }[] } & Record<
    string,
    unknown
  >
  assert.deepEqual([provider, kind, hasMore, results.length], ['giphy', 'gif', true, 24])
  assert.match(found.text, /^- Lighthouse 1 GIF, by Keeper 1 \(gif1\)/)
  const { result } = await succeed(findStockMedia, program, { q: 'lighthouse', kind: 'gif', page: 3 })
  assert.equal(result.hasMore, false)
  const added = await succeed(addStockMedia, program, { provider: 'giphy', id: results[0]?.id, profile: w.profileId })
  assert.deepEqual([added.result.contentType, added.result.author], ['image/gif', 'Keeper 1'])
  assert.match(added.text, /giphy-gif1\.gif by Keeper 1, from GIPHY \(GIPHY Terms of Service\)/)
  const { media } = await program.listMedia({ profileId: w.profileId })
  assert.deepEqual([media[0]?.storagePath, media[0]?.source?.author], [added.result.storagePath, 'Keeper 1'])

  assert.match((await refused(findStockMedia, chat, { q: 'lighthouse' })).text, /stock_not_set_up/)
  assert.match((await refused(findStockMedia, chat, { q: 'a', provider: 'tenor' })).text, /\bprovider\b/)
  assert.match((await refused(addStockMedia, chat, { provider: 'giphy', id: 'gif99' })).text, /stock_photo_not_found/)
})
