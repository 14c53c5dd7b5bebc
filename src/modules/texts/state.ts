import { listVariables } from './variables.ts'

interface Content {
  readonly kind: string
  readonly content: string
  readonly post: unknown
  readonly auto: string
  readonly networkTexts: object
  readonly networks: readonly string[]
}

/** Finds what a text lacks, or has that only another kind may have. A template has a post in place of the content. */
export function findContentFaults(text: Content): { path: string; message: string }[] {
  const { kind, content, post } = text
  if (kind !== 'template')
    return [
      ...findAutoFaults(text),
      ...(post === null ? [] : [{ path: 'post', message: 'is only for a template' }]),
      ...(content.trim() === '' ? [{ path: 'content', message: 'can’t be blank' }] : []),
    ]
  return [
    ...findAutoFaults(text),
    ...(post === null ? [{ path: 'post', message: 'must be given for a template' }] : []),
    ...(content === '' ? [] : [{ path: 'content', message: 'must be empty for a template' }]),
  ]
}

/** Finds why a text can't be added to new posts, which have no accounts, time and link yet. */
function findAutoFaults({ auto, kind, content, networkTexts, networks }: Content): { path: string; message: string }[] {
  if (auto === 'never') return []
  if (kind !== 'signature') return [{ path: 'auto', message: 'must be never: only a signature is for new posts' }]
  const variables = listVariables(content)
  const isForSome = networks.length > 0 || Object.keys(networkTexts).length > 0
  return [
    ...(variables.length > 0
      ? [{ path: 'auto', message: `must be never for a text with {${variables[0]}}: a new post has no value for it` }]
      : []),
    ...(isForSome
      ? [{ path: 'auto', message: 'must be never for a text of single networks: a new post has no accounts yet' }]
      : []),
  ]
}
