/** The scopes of both login types, in the words of the consent page. */
export const scopeTitles: Readonly<Record<string, string>> = {
  instagram_business_basic: 'See your profile and posts',
  instagram_business_content_publish: 'Create and publish posts',
  instagram_business_manage_comments: 'Read, write and hide comments',
  instagram_business_manage_insights: 'See the figures of your posts and profile',
  instagram_business_manage_messages: 'Read and answer messages',
}

export const pageScopeTitles: Readonly<Record<string, string>> = {
  public_profile: 'Your name',
  instagram_basic: 'See the profile and posts of your account at Instagram',
  instagram_content_publish: 'Create and publish posts there',
  instagram_manage_comments: 'Read, write and hide comments there',
  instagram_manage_insights: 'See the figures of posts and profile there',
  instagram_manage_contents: 'Delete posts there',
  instagram_manage_engagement: 'Like posts and comments there',
  pages_show_list: 'See a list of your pages',
  pages_read_engagement: 'Read what is on your pages',
  business_management: 'See your business portfolios',
  ads_management: 'Manage your ads',
  ads_read: 'See the figures of your ads',
}

/** The scopes that calls need, for each login type. A call with a null scope cannot be made with that type. */
export const needs = {
  basic: { login: 'instagram_business_basic', pages: 'instagram_basic' },
  publish: { login: 'instagram_business_content_publish', pages: 'instagram_content_publish' },
  comments: { login: 'instagram_business_manage_comments', pages: 'instagram_manage_comments' },
  insights: { login: 'instagram_business_manage_insights', pages: 'instagram_manage_insights' },
  contents: { login: null, pages: 'instagram_manage_contents' },
  engagement: { login: null, pages: 'instagram_manage_engagement' },
} as const

export type Need = keyof typeof needs
