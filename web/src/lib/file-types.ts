/** Types of files, as far as the pages treat them differently. */

/** True for a file that is played and not looked at: a video, or a sound, which the same element of a page plays. */
export const isPlayed = (contentType: string): boolean => /^(?:video|audio)\//.test(contentType)

export const isSound = (contentType: string): boolean => contentType.startsWith('audio/')

/** The files that a person may choose from their device. */
export const acceptedFiles = 'image/*,video/*,audio/mpeg,audio/mp4,.mp3,.m4a'
