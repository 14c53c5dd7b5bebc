export const scopeTitles: Readonly<Record<string, string>> = {
  threads_basic: 'See your profile and posts',
  threads_content_publish: 'Create and publish posts',
  threads_manage_replies: 'Answer posts, and choose who can answer yours',
  threads_read_replies: 'Read the replies to your posts',
  threads_manage_insights: 'See the figures of your posts and profile',
  threads_delete: 'Delete your posts',
  threads_manage_mentions: 'See where you are mentioned',
  threads_keyword_search: 'Search public posts',
  threads_location_tagging: 'Say where a post is from',
  threads_profile_discovery: 'See public profiles',
  threads_share_to_instagram: 'Share your posts to Instagram',
}
