import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileOf, filesOf, stillOf } from '#test/connector-suite/files.ts'
import type { NetworkUnderTest } from '#test/connector-suite/network-under-test.ts'
import { postOf, threadOf } from '#test/connector-suite/posts.ts'
import { signIn } from '#test/connector-suite/sign-in.ts'
import { openStand, type Stand, type Walker, walkerOf } from '#test/connector-suite/stand.ts'

/** Tests that the calls match the plan and that people see what was written. */
export function tryPublishing(title: string, network: NetworkUnderTest): void {
  const { connector } = network
  const { image, video, audio, altText, thread, firstComment } = connector.limits

  const animated = image.animated === 'no' ? [] : ['image/gif']
  const isSilent = (kind: string) => altText.max === 0 || (kind === 'video' && network.filmsWithoutAlt === true)
  const types = [
    ...new Set([
      ...image.types.filter((type) => type !== 'image/gif'),
      ...animated,
      ...video.types,
      ...(audio?.types ?? []),
    ]),
  ]
  for (const type of types)
    test(`${title}: a file of ${type} is published byte for byte, with its text, in the planned calls`, async (t) => {
      const stand = await openStand(t, connector.network, network.ledgerName)
      const signedIn = await signIn(stand, network, 'alice')
      const file = fileOf(type)
      const walker = walkerOf(stand, signedIn, postOf(signedIn, 'look', { media: [file.item] }), filesOf(file))
      const seq = stand.sandbox.calls.total
      const end = await walker.toEnd()
      assert.deepEqual([end.failure, end.error], [null, null])
      const [entry, ...others] = stand.seen('alice')
      assert.deepEqual(others, [])
      assert.deepEqual(
        [entry?.text, entry?.media.map(({ sha256, alt }) => [sha256, alt])],
        ['look', [[file.sha256, isSilent(file.item.kind) ? '' : file.item.altText]]],
      )
      // The network may convert a video or an animation.
      if (image.types.includes(type) && !file.item.animated) assert.equal(entry?.media[0]?.mime, type)
      assert.deepEqual(calledSince(stand, seq), plannedOf(walker))
    })

  test(`${title}: a text is sent exactly as written`, async (t) => {
    const stand = await openStand(t, connector.network, network.ledgerName)
    const signedIn = await signIn(stand, network, 'alice')
    const isAllowed = (sign: string) => !network.refusesSigns?.includes(sign)
    const written = ['  Good\n\n morning 👩‍👩‍👧‍👦 \t ', 'é é שלום 日本', '<b>&amp;</b> "quoted" \\ %20 + 🇦🇹']
    const texts = written.map((text) => [...text].filter(isAllowed).join(''))
    for (const text of texts) {
      const walker = walkerOf(stand, signedIn, postOf(signedIn, text))
      await walker.toEnd()
      assert.equal(walker.plan.parts[0]?.text, text)
    }
    assert.deepEqual(
      stand.seen('alice').map(({ text }) => text),
      texts,
    )
  })

  if (thread && firstComment)
    test(`${title}: a thread's parts are connected, each part is reported when it is published, and the comment is below`, async (t) => {
      const stand = await openStand(t, connector.network, network.ledgerName)
      const signedIn = await signIn(stand, network, 'alice')
      const post = threadOf(signedIn, ['one', 'two', 'three'], { firstComment: 'four' })
      const walker = walkerOf(stand, signedIn, post)
      const seq = stand.sandbox.calls.total
      await walker.toEnd()
      const seen = stand.seen('alice')
      assert.deepEqual(
        seen.map(({ text }) => text),
        ['one', 'two', 'three', 'four'],
      )
      assert.deepEqual(
        seen.slice(0, 3).map(({ replyTo }) => replyTo),
        [null, seen[0]?.id, seen[1]?.id],
      )
      assert.ok(seen.some(({ id }) => id === seen[3]?.replyTo))
      assert.deepEqual(
        walker.shown.map(({ part, remoteId }) => [part, remoteId]),
        seen.slice(0, 3).map(({ id }, part) => [part, id]),
      )
      for (const { url } of walker.shown) assert.match(url ?? '', /^https?:\/\//)
      assert.deepEqual(calledSince(stand, seq), plannedOf(walker))
    })

  test(`${title}: the plan is the same each time and makes no requests`, async (t) => {
    const stand = await openStand(t, connector.network, network.ledgerName)
    const signedIn = await signIn(stand, network, 'alice')
    const seq = stand.sandbox.calls.total
    const post = postOf(signedIn, 'see https://example.com/a #harbour', { media: [stillOf(connector.limits).item] })
    const plan = connector.plan(post)
    assert.deepEqual(connector.plan(JSON.parse(JSON.stringify(post))), plan)
    assert.ok(Object.hasOwn(connector.steps, plan.first))
    assert.deepEqual(plan.parts[0]?.links, ['https://example.com/a'])
    assert.deepEqual(plan.parts[0]?.tags, ['harbour'])
    assert.deepEqual(stand.callsSince(seq), [])
  })

  test(`${title}: a link is added below a text that contains only a longer URL, and not below one that contains it`, () => {
    const account = { remoteId: '1', handle: 'ada', facts: {} }
    const link = 'https://harbour.example.com'
    const media = [[], ...(image.max > 0 ? [[stillOf(connector.limits).item]] : [])]
    const textsOf = (text: string) =>
      media.map((files) => {
        const [part] = connector.plan(postOf({ account, connector }, text, { link, media: files })).parts
        return part?.text.replace(text, '').trim()
      })
    const below = textsOf('boats')
    assert.deepEqual(textsOf(`see ${link}/boats`), below)
    assert.deepEqual(
      textsOf(`see ${link}/.`),
      below.map(() => ''),
    )
  })

  if (connector.metrics)
    test(`${title}: metrics increase, and deleted posts have none`, async (t) => {
      const stand = await openStand(t, connector.network, network.ledgerName)
      const { grant, ...signedIn } = await signIn(stand, network, 'alice')
      const walker = walkerOf(stand, { grant, ...signedIn }, postOf(signedIn, 'count me'))
      await walker.toEnd()
      const id = walker.shown[0]?.remoteId ?? ''
      const read = async () =>
        (await connector.metrics?.({ grant, http: stand.http(), signal: new AbortController().signal }, [
          id,
          network.absentId(id),
        ])) ?? assert.fail()
      const [first, gone] = await read()
      assert.deepEqual([first?.remoteId, gone], [id, { remoteId: network.absentId(id), counts: null }])
      // Some tokens end within the hour.
      stand.later(3_300_000)
      const [later] = await read()
      for (const [name, value] of Object.entries(later?.counts ?? {}))
        assert.ok(Number.isInteger(value) && value >= (first?.counts?.[name as 'likes'] ?? 0), name)
      assert.ok(Object.values(later?.counts ?? {}).some((value) => value > 0))
    })
}

const plannedOf = ({ plan }: Walker) => plan.calls.map((call) => call.split(' ')[1])

/** Repeated status calls count as one. */
const calledSince = (stand: Stand, seq: number) =>
  stand.callsSince(seq).flatMap(({ call }, at, all) => (/^get/.test(call) && all[at - 1]?.call === call ? [] : [call]))
