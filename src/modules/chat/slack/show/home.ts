import { escapeTags } from '#kernel/text/escape-html.ts'
import { buttons } from './action-names.ts'
import { actions, type Block, button, divider, header, section } from './blocks.ts'
import { type Post, postBlocks } from './post-card.ts'

interface Home {
  readonly profile: string
  readonly timezone: string
  readonly queue: readonly Post[]
  readonly drafts: readonly Post[]
}

/** Draws the home tab: what goes out next, and what waits to be finished. */
export const drawHome = ({ profile, timezone, queue, drafts }: Home): Block => ({
  type: 'home',
  blocks: [
    section(`Posts of *${escapeTags(profile)}*. Times are in ${timezone}.`),
    actions(
      button('New post', buttons.compose, 'home', { style: 'primary' }),
      button('Refresh', buttons.refresh, 'home'),
    ),
    header('Queue'),
    ...listOf(queue, timezone, 'Nothing is scheduled.'),
    header('Drafts'),
    ...listOf(drafts, timezone, 'There are no drafts.'),
  ],
})

const listOf = (posts: readonly Post[], timezone: string, none: string): readonly Block[] =>
  posts.length === 0 ? [section(none)] : posts.flatMap((post) => [...postBlocks(post, timezone), divider])

/** Draws the home tab of a person whom Posthorn does not know. It says how to change that, and nothing else. */
export const drawHomeOfStranger = (howTo: string): Block => ({ type: 'home', blocks: [section(howTo)] })
