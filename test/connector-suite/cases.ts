import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import type { JsonObject, Outgoing } from '#connectors/connector.ts'
import { limitsForFormat } from '#rules/limits.ts'
import { fileOf, filesOf, stillOf, type TestFile } from './files.ts'
import { finishOff, type LookThere } from './finish-off.ts'
import { kinds as kindsOfAll, settingsOf } from './kinds.ts'
import type { NetworkUnderTest } from './network-under-test.ts'
import { postOf } from './posts.ts'
import { signIn } from './sign-in.ts'
import { type SignedIn, type Stand, type Walker, walkerOf } from './stand.ts'

type MakePost = (signedIn: SignedIn, name: string, quoted?: JsonObject) => Outgoing

/** Builds posts with every kind of step: files, waits, parts, a comment. */
export function richPosts({ connector, besideFilms, kinds }: NetworkUnderTest) {
  const { thread, firstComment, formats, image } = connector.limits
  const hasQuotes = kinds.some(({ quotes }) => quotes)
  const picture = stillOf(connector.limits)
  const another = stillOf(connector.limits, { width: 641 })
  const film = fileOf('video/mp4')
  const leaves = [fileOf('image/jpeg'), fileOf('image/jpeg', { height: 640 })]
  const upright = fileOf('video/mp4', { width: 1_080, height: 1_920 })
  const posts: Record<string, { readonly make: MakePost; readonly files: readonly TestFile[] }> = {
    'a video': {
      files: [film],
      make: (signedIn, name) => postOf(signedIn, `${name} moves`, { media: [film.item] }),
    },
  }
  if (thread)
    posts[hasQuotes ? 'a thread that quotes' : 'a thread'] = {
      files: [picture],
      make: (signedIn, name, quoted) =>
        postOf(signedIn, '', {
          format: 'thread',
          parts: [
            { text: `${name} one`, media: [picture.item] },
            { text: `${name} two`, media: [] },
          ],
          firstComment: firstComment ? `${name} three` : null,
          settings: { ...signedIn.settings, ...quoted },
        }),
    }
  else if (firstComment)
    posts['pictures with a comment'] = {
      files: [picture, another],
      make: (signedIn, name) =>
        postOf(signedIn, `${name} above`, { media: [picture.item, another.item], firstComment: `${name} below` }),
    }
  else if (image.max > 0)
    posts['several pictures'] = {
      files: [picture, another],
      make: (signedIn, name) => postOf(signedIn, `${name} show`, { media: [picture.item, another.item] }),
    }
  if (!thread && hasQuotes)
    posts['a quote'] = {
      files: [],
      make: (signedIn, name, quoted) =>
        postOf(signedIn, `${name} quotes`, {
          firstComment: firstComment ? `${name} below` : null,
          settings: { ...signedIn.settings, ...quoted },
        }),
    }
  if (besideFilms) {
    const face = fileOf('image/jpeg')
    const item = { ...film.item, thumbnail: face.item }
    posts['a video with all its options'] = {
      files: [film, face],
      make: (signedIn, name) =>
        postOf(signedIn, `${name} is whole`, { media: [item], settings: { ...signedIn.settings, ...besideFilms } }),
    }
  }
  // Only where a carousel differs from a post with several images.
  if (formats.includes('carousel') && limitsForFormat(connector.limits, 'carousel').title?.required)
    posts['a carousel'] = {
      files: leaves,
      make: (signedIn, name) =>
        postOf(signedIn, `${name} leafs`, {
          format: 'carousel',
          title: `${name} as pages`,
          media: leaves.map(({ item }) => item),
        }),
    }
  if (kinds.some(({ name }) => name === kindsOfAll.sound.name)) {
    const sound = fileOf('audio/mpeg')
    posts['an audio file'] = {
      files: [sound],
      make: (signedIn, name) => postOf(signedIn, `${name} rings`, { media: [sound.item] }),
    }
  }
  const severalCards = kinds.find(({ cards }) => cards && cards.length > 1)
  if (severalCards)
    posts['several cards'] = {
      files: [],
      make: (signedIn, name) =>
        postOf(signedIn, `${name} links`, { settings: { ...signedIn.settings, ...severalCards.settings } }),
    }
  // A story shows no text.
  if (formats.includes('story'))
    posts['a story'] = {
      files: [picture],
      make: (signedIn) => postOf(signedIn, '', { format: 'story', media: [picture.item] }),
    }
  if (formats.includes('story'))
    posts['a story that moves'] = {
      files: [upright],
      make: (signedIn) => postOf(signedIn, '', { format: 'story', media: [upright.item] }),
    }
  if (formats.includes('reel'))
    posts['a reel'] = {
      files: [upright],
      make: (signedIn, name) => postOf(signedIn, `${name} turns`, { format: 'reel', media: [upright.item] }),
    }
  return posts
}

interface Case {
  readonly walker: Walker
  /** Asserts that each part was published once, in the planned order, with the ID that we recorded. */
  isThereOnce(where: string): void
  /** The response of a person who later checks the network. Omitted if the network itself can tell. */
  readonly look?: LookThere
}

/**
 * The number of posts per person. After that, another person signs in, before the grant expires or a daily quota is
 * used up.
 */
const postsOfOne = 8
const apartMs = 300_000
const lookedLaterMs = 600_000

/** Returns a source of cases: posts published in turn, each with its own name. */
export function casesOf(
  stand: Stand,
  network: NetworkUnderTest,
  { make, files }: { readonly make: MakePost; readonly files: readonly TestFile[] },
) {
  let nr = 0
  let signedIn: SignedIn | null = null
  let quoted: JsonObject | null = null
  return async (): Promise<Case> => {
    const person = `user-${Math.floor(nr / postsOfOne) + 1}`
    if (signedIn === null || nr % postsOfOne === 0) signedIn = await signIn(stand, network, person)
    quoted ??= await publishQuoted(stand, network)
    nr += 1
    stand.later(apartMs)
    const had = stand.seen(person).length
    const walker = walkerOf(stand, signedIn, make(signedIn, `no. ${nr}`, quoted), filesOf(...files))
    const seq = stand.sandbox.calls.total
    const look = async () => {
      stand.later(lookedLaterMs)
      const hasBegun = stand
        .callsSince(seq)
        .some(
          ({ call, status, fault }) =>
            network.visibleCalls.includes(call) && (fault ? fault.endsWith('_after') : (status ?? 500) < 300),
        )
      // A network that fetches files itself finishes asynchronously.
      for (let tries = 0; hasBegun && stand.seen(person).length === had; tries += 1) {
        assert.ok(tries < 2_000, 'what has begun never came out')
        await setTimeout(2)
      }
      return stand.seen(person)[had]?.id ?? null
    }
    return {
      walker,
      isThereOnce: (where) =>
        assertOnce(stand.seen(person).slice(had), walker, where, network.filesSeen?.(walker.post)),
      ...(network.neverAbsent?.some((step) => Object.hasOwn(network.connector.steps, step)) ? { look } : {}),
    }
  }
}

/** Publishes a post of another person, and returns the settings that quote it. Empty if the network has no quotes. */
export async function publishQuoted(stand: Stand, network: NetworkUnderTest): Promise<JsonObject> {
  const kind = network.kinds.find(({ quotes }) => quotes)
  if (!kind?.quotes) return {}
  const signedIn = await signIn(stand, network, 'bob')
  const walker = walkerOf(stand, signedIn, postOf(signedIn, 'quote me'))
  await walker.toEnd()
  return settingsOf(kind, walker.shown[0]?.[kind.quotes.by] ?? assert.fail('the post to quote has no name'))
}

type Seen = ReturnType<Stand['seen']>

export function assertOnce(seen: Seen, { post, plan, shown }: Walker, where: string, files?: number): void {
  const comments = post.firstComment === null ? [] : [post.firstComment]
  assert.deepEqual(
    seen.map(({ text, media }) => [text, media.length]),
    [
      ...plan.parts.map(({ text }, part) => [text, files ?? post.parts[part]?.media.length]),
      ...comments.map((text) => [text, 0]),
    ],
    where,
  )
  assert.deepEqual(
    shown.map(({ part, remoteId }) => [part, remoteId]),
    plan.parts.map((_, part) => [part, seen[part]?.id]),
    where,
  )
}

/** Returns the calls that a case makes if nothing goes wrong. */
export async function callsOf(stand: Stand, nextCase: () => Promise<Case>): Promise<readonly string[]> {
  const { walker, isThereOnce } = await nextCase()
  const seq = stand.sandbox.calls.total
  await finishOff(stand, walker)
  isThereOnce('undisturbed')
  return stand.callsSince(seq).map(({ call }) => call)
}
