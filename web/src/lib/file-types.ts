/** File types, as far as the pages treat them differently. */

/** True for video or audio, which the same element plays. */
export const isPlayed = (contentType: string): boolean => /^(?:video|audio)\//.test(contentType)

export const isAudio = (contentType: string): boolean => contentType.startsWith('audio/')

/** The file types that a person may choose from their device. */
export const acceptedFiles = 'image/*,video/*,audio/mpeg,audio/mp4,.mp3,.m4a'
