/** The scopes of both login methods. Each consent page gets only its own method's scopes. */

/** All scopes of Instagram Login begin with this prefix; none of Facebook Login do. */
const ofInstagram = /^instagram_business_/

export const scopesOfWay = (scopes: readonly string[], way: 'instagram' | 'facebook'): readonly string[] =>
  scopes.filter((scope) => ofInstagram.test(scope) === (way === 'instagram'))

/** The scopes that publishing requires, as pairs of which one is enough. */
export const needs = [
  ['instagram_business_basic', 'instagram_basic'],
  ['instagram_business_basic', 'pages_show_list'],
  ['instagram_business_basic', 'pages_read_engagement'],
  ['instagram_business_content_publish', 'instagram_content_publish'],
] as const

export const insightsScopes = ['instagram_business_manage_insights', 'instagram_manage_insights'] as const

/** All scopes to request: the others are for comments, metrics and the pages of business portfolios. */
export const scopes = [
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_comments',
  'instagram_business_manage_insights',
  'instagram_basic',
  'instagram_content_publish',
  'instagram_manage_comments',
  'instagram_manage_insights',
  'pages_show_list',
  'pages_read_engagement',
  'business_management',
] as const
