/** Returns the purpose that an upload of this type names, because without one the API takes only pictures and videos. */
export function purposeOf(contentType: string): { readonly purpose?: 'document' | 'audio' } {
  if (contentType === 'application/pdf') return { purpose: 'document' }
  return contentType.startsWith('audio/') ? { purpose: 'audio' } : {}
}
