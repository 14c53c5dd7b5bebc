/** Returns a URL of a network if it is one that a link can lead to. Strangers choose it. */
export const safeUrl = (url: string | null): string | null => (url !== null && /^https?:\/\//.test(url) ? url : null)
