/** The first word of an alert's subject: a host or a network. */
export const firstOf = (subject: string): string => subject.split(' ', 1)[0] ?? subject

/** Names the network that is the first word of an alert's subject. */
export const networkOf = (subject: string): string => networkNames[firstOf(subject)] ?? firstOf(subject)

const networkNames: Readonly<Record<string, string>> = {
  bluesky: 'Bluesky',
  facebook: 'Facebook',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  mastodon: 'Mastodon',
  pinterest: 'Pinterest',
  threads: 'Threads',
  tiktok: 'TikTok',
  x: 'X',
  youtube: 'YouTube',
}
