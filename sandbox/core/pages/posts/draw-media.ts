import { escaped } from '../frame/html.ts'
import type { FeedPost } from './feed-post.ts'

type File = FeedPost['media'][number]

/** Draws the files of a post side by side. In layouts that show one at a time, several can be scrolled. */
export function drawMedia(files: readonly File[]): string {
  if (files.length === 0) return ''
  const figures = files.map((file) => `<figure>${drawFile(file)}${captionOf(file)}</figure>`)
  const scrolled = files.length === 1 ? '' : ` tabindex="0" role="group" aria-label="${files.length} files"`
  return `<div class="media of-${Math.min(files.length, 5)}"${scrolled}>${figures.join('')}</div>`
}

const captionOf = ({ alt }: File): string =>
  alt === '' ? '' : `<figcaption><span class="badge">ALT</span> ${escaped(alt)}</figcaption>`

function drawFile({ kind, url, alt, cover }: File): string {
  if (url === null) return `<p class="working">The ${kind} is still being processed.</p>`
  if (kind === 'image') return `<img src="${escaped(here(url))}" alt="${escaped(alt)}" loading="lazy">`
  const poster = cover === undefined ? '' : ` poster="${escaped(here(cover))}"`
  return `<${kind} src="${escaped(here(url))}"${poster} controls preload="metadata"></${kind}>`
}

/**
 * Reduces the URL of the sandbox's own media to its path, because the page may have been opened under another host name
 * of this machine.
 */
export const here = (url: string): string => url.replace(/^https?:\/\/[^/]+(?=\/media\/)/, '')
