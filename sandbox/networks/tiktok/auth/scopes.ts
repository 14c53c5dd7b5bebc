export const scopeTitles: Readonly<Record<string, string>> = {
  'user.info.basic': 'Read your profile info (avatar, display name)',
  'user.info.profile': 'Read access to your profile info (bio, profile link)',
  'user.info.stats': 'Read access to your profile engagement statistics',
  'video.publish': 'Post content to TikTok',
  'video.upload': 'Share content to your account as a draft to further edit and post',
  'video.list': 'Read your public videos on TikTok',
}
