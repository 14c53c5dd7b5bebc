interface Content {
  readonly kind: string
  readonly content: string
  readonly post: unknown
}

/** Finds what a text lacks, or has that only another kind may have. A template has a post in place of the content. */
export function findContentFaults({ kind, content, post }: Content): { path: string; message: string }[] {
  if (kind !== 'template')
    return [
      ...(post === null ? [] : [{ path: 'post', message: 'is only for a template' }]),
      ...(content.trim() === '' ? [{ path: 'content', message: 'can’t be blank' }] : []),
    ]
  return [
    ...(post === null ? [{ path: 'post', message: 'must be given for a template' }] : []),
    ...(content === '' ? [] : [{ path: 'content', message: 'must be empty for a template' }]),
  ]
}
