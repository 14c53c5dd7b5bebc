/** Returns the `purpose` for an upload of this type. Without one, the API accepts only images and videos. */
export function purposeOf(contentType: string): { readonly purpose?: 'document' | 'audio' } {
  if (contentType === 'application/pdf') return { purpose: 'document' }
  return contentType.startsWith('audio/') ? { purpose: 'audio' } : {}
}
