import type { Outgoing } from '#connectors/connector.ts'
import { languageTagOf } from '#rules/language.ts'
import type { Limits } from '#rules/limits.ts'
import type { Issues } from './issues.ts'

/** Checks that the network supports this kind of post, this many parts, and a first comment. */
export function checkForm({ format, parts, firstComment }: Outgoing, limits: Limits, { errors }: Issues): void {
  const { name, formats, thread } = limits
  const isThread = parts.length > 1
  const lacksThreads = isThread && thread === null
  // Networks without carousels get a carousel's images as several images of one post.
  const needed = format === 'carousel' && !formats.includes('carousel') ? 'post' : format
  if (!formats.includes(needed) || lacksThreads)
    errors.push({
      code: 'format_not_supported',
      message: `${name} does not support ${lacksThreads ? 'threads' : `posts of the kind “${format}”`}.`,
      path: isThread ? '/thread' : '/format',
      fix: `Use one of: ${formats.join(', ')}.`,
    })
  if (thread && parts.length > thread.maxParts)
    errors.push({
      code: 'thread_too_long',
      message: `The thread has ${parts.length} parts; ${name} allows ${thread.maxParts}.`,
      path: '/thread',
    })
  if (firstComment !== null && !limits.firstComment)
    errors.push({
      code: 'first_comment_not_supported',
      message: `${name} does not support first comments.`,
      path: '/firstComment',
    })
}

/** Checks the fields other than text and files: title, link and language. */
export function checkFields(post: Outgoing, limits: Limits, issues: Issues): void {
  checkRequired(post, limits, issues)
  checkLanguage(post, limits, issues)
  checkTitle(post, limits, issues)
}

function checkRequired({ title, link, format }: Outgoing, limits: Limits, { errors }: Issues): void {
  if (limits.title?.required && (title ?? '').trim() === '')
    errors.push({
      code: 'title_missing',
      message: `${limits.name} requires a title of up to ${limits.title.max} characters for posts of kind “${format}”.`,
      path: '/title',
      fix: 'Add a title, or choose another kind.',
    })
  if (limits.linkRequired && link === null)
    errors.push({
      code: 'link_missing',
      message: `${limits.name} requires a link for posts of kind “${format}”.`,
      path: '/link',
      fix: 'Add a link, or choose another kind.',
    })
}

function checkLanguage({ language }: Outgoing, { languages, name }: Limits, { errors }: Issues): void {
  if (language === null || languages === 0 || languageTagOf(language) !== null) return
  const message = `${name} requires a language tag, and “${language}” is not one.`
  errors.push({ code: 'language_unknown', message, path: '/language', fix: 'Use a tag such as de, en or pt-BR.' })
}

function checkTitle({ title }: Outgoing, { title: rule, name }: Limits, { errors, infos }: Issues): void {
  if (title === null) return
  if (rule === null)
    infos.push({
      code: 'title_not_used',
      message: `${name} does not support titles, so this one is left out.`,
      path: '/title',
    })
  else if (title.length > rule.max)
    errors.push({
      code: 'title_too_long',
      message: `The title has ${title.length} characters; ${name} allows ${rule.max}.`,
      path: '/title',
    })
}
