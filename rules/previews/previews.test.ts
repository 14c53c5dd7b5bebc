import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networks } from '../network-names.ts'
import { drawPost } from './draw-post.ts'
import type { Node } from './node.ts'
import { findCut } from './parts.ts'
import type { PreviewPost, PreviewWords } from './post.ts'
import { previewStyle } from './style.ts'

test('long text is cut at a space, or between two characters if it has no spaces', () => {
  assert.equal(findCut('Short enough.', 20), null)
  const gulls = 'The gulls of the harbour are back.'
  assert.equal(gulls.slice(0, findCut(gulls, 20) ?? 0), 'The gulls of the')
  const waves = `a${'🌊'.repeat(20)}`
  const cut = findCut(waves, 20) ?? 0
  assert.ok(waves.slice(0, cut).isWellFormed() && waves.slice(cut).isWellFormed(), String(cut))
})

const say: PreviewWords = {
  more: 'more',
  justNow: 'Now',
  linkedinBar: 'Like',
  facebookBar: 'Like',
  needsMedia: 'No image',
  needsVideo: 'No video',
  linkTitle: 'The page provides title and image',
  quotedPost: 'Quoted post',
  pollEnds: (minutes) => `${minutes} minutes`,
  rejected: (why) => why,
  document: 'Document',
  audio: 'Audio',
  video: 'Video',
}

const image = {
  kind: 'image',
  url: '/a.png',
  posterUrl: null,
  altText: 'A pier',
  aspect: 1.3,
  rejected: 'Too large',
} as const
const film = { ...image, kind: 'video' } as const

const post = (network: PreviewPost['network'], files: PreviewPost['parts'][number]['files']): PreviewPost => ({
  network,
  dialect: 'plain',
  name: 'Anna Example',
  handle: 'anna.example',
  avatarUrl: null,
  isStory: false,
  parts: [
    { text: 'One '.repeat(200), files },
    { text: 'Two', files: [] },
  ],
  title: 'A title',
  card: 'https://example.com/',
  firstComment: 'First!',
  extras: {
    contentWarning: 'Storm',
    poll: { question: 'Which?', options: ['Rye', 'Wheat'], minutes: 60 },
    quotes: 'https://example.com/1',
    cards: ['https://example.com/2', 'https://example.com/3'],
  },
  topic: 'bread',
  board: 'Rolls',
})

function* classesIn(node: Node): Generator<string> {
  if (node === null || typeof node === 'string') return
  yield* String(node.attributes.class ?? '')
    .split(' ')
    .filter((name) => name !== '')
  for (const child of node.children) yield* classesIn(child)
}

const textOf = (node: Node): string =>
  node === null ? '' : typeof node === 'string' ? node : node.children.map(textOf).join('')

function* marksIn(node: Node): Generator<string> {
  if (node === null || typeof node === 'string') return
  if (
    String(node.attributes.class ?? '')
      .split(' ')
      .includes('pv-mark')
  )
    yield textOf(node)
  for (const child of node.children) yield* marksIn(child)
}

test('a link in a caption on Instagram and TikTok looks like the text around it, as in their apps', () => {
  const text = 'Bread at https://example.com/rye'
  for (const network of ['instagram', 'tiktok', 'facebook'] as const) {
    const shown = post(network, [network === 'tiktok' ? film : image])
    const parts = [{ text, files: shown.parts[0]?.files ?? [] }]
    const drawn = drawPost({ post: { ...shown, parts, firstComment: text }, say, isLive: false })
    const marks = [...marksIn(drawn)].filter((mark) => mark.includes('example.com/rye'))
    assert.equal(marks.length > 0, network === 'facebook', network)
  }
})

test('every class of a preview has a style, and no preview has an inline style', () => {
  const unstyled = new Set<string>()
  for (const network of networks)
    for (const files of [[], [image], [film], [image, image, image, image, image, image]])
      for (const isLive of [true, false])
        for (const isStory of [true, false]) {
          const drawn = drawPost({ post: { ...post(network, files), isStory }, say, isLive })
          assert.doesNotMatch(JSON.stringify(drawn), /"style":/, network)
          for (const name of classesIn(drawn)) if (!previewStyle.includes(`.${name}`)) unstyled.add(name)
        }
  assert.deepEqual([...unstyled], [])
})
