import assert from 'node:assert/strict'
import { test } from 'node:test'
import { days, hours, minutes } from '#kernel/clock.ts'
import { startReading, textsOf } from './inbox-kit.ts'
import { facebook } from './networks/facebook.ts'
import { instagram } from './networks/instagram.ts'
import { threads } from './networks/threads.ts'

/** Networks that list comments for each post, and whose lists are ranked, cut or incomplete. */
const tested = [
  {
    network: facebook,
    ranks: { ranks_comments: true },
    restrict: 'ban_commenter',
    repliesOutlive: true,
    lag: 'listing_lag_ms',
  },
  {
    network: instagram,
    ranks: { ranksComments: true },
    restrict: 'restrict_commenter',
    repliesOutlive: false,
    lag: 'listingLagMs',
  },
  {
    network: threads,
    ranks: { ranksReplies: true },
    restrict: 'restrict_commenter',
    repliesOutlive: true,
    lag: 'listingLagMs',
  },
]

for (const { network, ranks, restrict, repliesOutlive, lag } of tested) {
  const { network: name } = network.connector
  const start = (t: Parameters<typeof startReading>[0]) => startReading(t, network)

  test(`${name}: a new comment at the end of a ranked list is read, after hundreds of old ones`, async (t) => {
    const { publish, comment, readNew, stand } = await start(t)
    stand.sandbox.network(name).settings?.change(ranks)
    await publish('Ask me anything')
    for (let nth = 0; nth < 150; nth += 1) await comment(`old ${nth}`)
    await readNew()
    stand.later(hours(3))
    await readNew()
    stand.later(hours(25))
    await comment('the new one')
    assert.ok(textsOf(await readNew()).includes('the new one'))
  })

  test(`${name}: a comment below an old post is read, and the time of the last reading bounds comments, not posts`, async (t) => {
    const { publish, comment, readNew, stand } = await start(t)
    const old = await publish('An old post')
    stand.later(days(20))
    await publish('A new post')
    await readNew()
    stand.later(hours(7))
    await comment('found this late', { to: old })
    assert.deepEqual(textsOf(await readNew()), ['found this late'])
  })

  test(`${name}: a burst below one post does not delay the comments of another`, async (t) => {
    const { publish, comment, readNew, stand } = await start(t)
    const quiet = await publish('A quiet post')
    stand.later(minutes(2))
    const loud = await publish('A loud post')
    await readNew()
    stand.later(hours(2))
    const wanted = Array.from({ length: 900 }, (_, nth) => `question ${nth}`)
    for (const text of wanted) await comment(text, { to: loud })
    await comment('and me?', { to: quiet })
    const read = await readNew({ pages: 2 })
    assert.ok(textsOf(read).includes('and me?'))
    for (let turn = 0; turn < 12; turn += 1) read.push(...(await readNew({ pages: 2 })))
    assert.deepEqual(textsOf(read).toSorted(), [...wanted, 'and me?'].toSorted())
  })

  test(`${name}: pages without the comments of restricted people do not end the list`, async (t) => {
    const { publish, comment, readNew, act } = await start(t)
    await publish('Ask me anything')
    await comment('first')
    for (let nth = 0; nth < 220; nth += 1) await comment(`spam ${nth}`, { by: 'carla' })
    await comment('last')
    await act(restrict, { by: 'carla' })
    assert.deepEqual(textsOf(await readNew()).toSorted(), ['first', 'last'])
  })

  test(`${name}: a hidden comment is not an item until it is shown again`, async (t) => {
    const { publish, comment, readNew, act, stand } = await start(t)
    await publish('Ask me anything')
    const id = await comment('held for review')
    await comment('shown')
    await act('hide_comment', { id })
    assert.deepEqual(textsOf(await readNew()), ['shown'])
    stand.later(hours(3))
    await readNew()
    await act('show_comment', { id })
    stand.later(hours(25))
    assert.ok(textsOf(await readNew()).includes('held for review'))
  })

  test(`${name}: replies keep their parent; the reply to a deleted comment is read without the one above it`, async (t) => {
    const { publish, comment, readNew, above, act, accountId } = await start(t)
    const own = await publish('We open at nine')
    const id = await comment('even on Sunday?')
    const reply = await comment('I would like to know, too', { to: id, by: 'carla' })
    const read = await readNew()
    const one = read.find(({ remoteId }) => remoteId === reply)
    assert.deepEqual([one?.parentId, one?.ownPostId], [id, own])
    assert.deepEqual(
      (await above(reply)).map(({ remoteId, author }) => [remoteId, author.remoteId === accountId]),
      [
        [own, true],
        [id, false],
      ],
    )
    await act('delete_comment', { id })
    assert.deepEqual(
      (await above(reply)).map(({ remoteId }) => remoteId),
      repliesOutlive ? [own] : [],
    )
  })

  test(`${name}: a comment that is deleted between two pages does not end the list`, async (t) => {
    const { publish, comment, readNew, act } = await start(t)
    await publish('Ask me anything')
    const ids: string[] = []
    for (let nth = 0; nth < 900; nth += 1) ids.push(await comment(`question ${nth}`))
    const read = await readNew({ pages: 1 })
    assert.ok(read.length < 900)
    // The cursor of the next page names the last comment of this one.
    const last = read.at(-1)?.remoteId ?? ''
    await act('delete_comment', { id: last })
    read.push(...(await readNew()))
    assert.deepEqual(new Set(read.map(({ remoteId }) => remoteId)), new Set(ids))
  })

  test(`${name}: a comment that appears late is read`, async (t) => {
    const { publish, comment, readNew, stand } = await start(t)
    await publish('Ask me anything')
    stand.later(hours(2))
    await readNew()
    stand.sandbox.network(name).settings?.change({ [lag]: 30_000 })
    await comment('a late one')
    const read = await readNew()
    stand.later(31_000)
    await comment('the next')
    stand.later(minutes(5))
    read.push(...(await readNew()))
    assert.deepEqual(textsOf(read).toSorted(), ['a late one', 'the next'])
  })

  test(`${name}: a deleted post is skipped, and the others are read`, async (t) => {
    const { publish, comment, readNew, act, stand } = await start(t)
    const kept = await publish('This stays')
    await publish('This does not')
    await comment('lost')
    await readNew()
    await act('delete_latest')
    stand.later(minutes(5))
    await comment('still here', { to: kept })
    assert.deepEqual(textsOf(await readNew()), ['still here'])
  })
}

for (const closedCommentFields of [['from'], ['replies'], ['from', 'replies']]) {
  test(`instagram: an app that may not read ${closedCommentFields.join(' and ')} reads everything else`, async (t) => {
    const { publish, comment, readNew, stand, accountId } = await startReading(t, instagram)
    stand.sandbox.network('instagram').settings?.change({ closedCommentFields })
    const own = await publish('We open at nine')
    const id = await comment('even on Sunday?')
    const reply = await comment('yes', { to: id, by: 'alice' })
    const read = await readNew()
    assert.deepEqual(
      new Map(read.map(({ remoteId, parentId, author }) => [remoteId, [parentId, author.handle]])),
      new Map([
        [id, [own, 'bob']],
        [reply, [id, 'alice']],
      ]),
    )
    assert.equal(read.find(({ remoteId }) => remoteId === reply)?.author.remoteId, accountId)
  })
}

test('instagram: all replies below one comment are read, although only the first are listed with it', async (t) => {
  const { publish, comment, readNew } = await startReading(t, instagram)
  await publish('We open at nine')
  const id = await comment('who is coming?')
  const wanted = Array.from({ length: 130 }, (_, nth) => `me ${nth}`)
  for (const text of wanted) await comment(text, { to: id })
  assert.deepEqual(textsOf(await readNew()).toSorted(), ['who is coming?', ...wanted].toSorted())
})
