import type { Graph } from '../state/platform.ts'
import type { Page, Post } from '../state/records.ts'

/**
 * Returns a count that only grows, fast at first, toward its own maximum. The same age gives the same count in every
 * run.
 */
function grown(graph: Graph, name: string, sinceMs: number, max: number, halfMs = 4 * 3_600_000): number {
  const ageMs = Math.max(0, graph.world.clock.ms() - sinceMs)
  return Math.floor(max * graph.world.random.fixed(`facebook/${name}`) * (1 - 2 ** (-ageMs / halfMs)))
}

export const followersOf = (graph: Graph, { name }: Page): number =>
  120 + Math.floor(graph.world.random.fixed(`facebook/followers/${name}`) * 4_000)

/** Returns a name that is the same in every run, unlike the ID, which depends on the time. */
const nameOf = ({ page, number }: Post): string => `${page.name}/${number}`

export const countOf = (graph: Graph, post: Post, what: string, max: number): number =>
  post.publishedAtMs === null ? 0 : grown(graph, `${nameOf(post)}/${what}`, post.publishedAtMs, max)

export const viewsOf = (graph: Graph, post: Post): number => countOf(graph, post, 'views', 3_000)
export const likesOf = (graph: Graph, post: Post): number => Math.floor(viewsOf(graph, post) * 0.04)
export const sharesOf = (graph: Graph, post: Post): number => Math.floor(viewsOf(graph, post) * 0.008)
export const clicksOf = (graph: Graph, post: Post): number => Math.floor(viewsOf(graph, post) * 0.06)
export const commentsOf = (post: Post): number => post.comments.filter(({ deleted }) => !deleted).length
