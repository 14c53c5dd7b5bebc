import type { Network } from '../network-names.ts'
import { facebook, linkedin } from './feeds.ts'
import { grid } from './files.ts'
import type { Node } from './node.ts'
import { h } from './node.ts'
import { body } from './parts.ts'
import { instagram, pinterest, story, tiktok, youtube } from './pictures.ts'
import type { Drawn, PreviewPart } from './post.ts'
import { bluesky, mastodon, threads, x } from './threaded.ts'

const networks: Readonly<Record<Network, (drawn: Drawn) => Node>> = {
  bluesky,
  facebook,
  linkedin,
  x,
  pinterest,
  tiktok,
  threads,
  mastodon,
  youtube,
  instagram,
}

/** Draws a post in the layout of its network, in our own neutral style. */
export const drawPost = (drawn: Drawn): Node =>
  drawn.post.isStory ? story(drawn) : networks[drawn.post.network](drawn)

/** Draws a post that is for no account yet. */
export const drawParts = (
  parts: readonly PreviewPart[],
  { say, isLive, drawFilm }: Pick<Drawn, 'say' | 'isLive' | 'drawFilm'>,
): Node =>
  h(
    'div',
    { class: 'pv-plain' },
    ...parts.flatMap(({ text, files }) => [
      body({ say, isLive, post: { dialect: 'plain' } }, text),
      grid({ say, isLive, drawFilm }, files),
    ]),
  )
