import type { Platform } from './platform.ts'
import { forbidden, invalid } from './problems.ts'
import type { Person, Post } from './records.ts'

export type Draft = Pick<Post, 'text' | 'media' | 'replyTo' | 'poll' | 'replySettings'>

export function draftOf(_platform: Platform, person: Person, body: unknown): Draft {
  const text = typeof body === 'object' && body !== null && 'text' in body ? body.text : ''
  if (typeof text !== 'string' || text.trim() === '') return invalid('text or media is required')
  if (person.posts.some((post) => !post.deleted && post.text === text))
    forbidden('You are not allowed to create a Tweet with duplicate content.')
  return { text, media: [], replyTo: null, poll: null, replySettings: null }
}
