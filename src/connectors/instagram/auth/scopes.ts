/** The scopes of both ways. Each consent page is asked for those of its own way. */

/** The scopes of Instagram's own page all begin like this, and those of Facebook's page never do. */
const ofInstagram = /^instagram_business_/

export const scopesOfWay = (scopes: readonly string[], way: 'instagram' | 'facebook'): readonly string[] =>
  scopes.filter((scope) => ofInstagram.test(scope) === (way === 'instagram'))

/** The scopes without which nothing can be published, as pairs of which one is enough. */
export const needs = [
  ['instagram_business_basic', 'instagram_basic'],
  ['instagram_business_basic', 'pages_show_list'],
  ['instagram_business_basic', 'pages_read_engagement'],
  ['instagram_business_content_publish', 'instagram_content_publish'],
] as const

export const insightsScopes = ['instagram_business_manage_insights', 'instagram_manage_insights'] as const

/** All scopes to request: further ones are for comments, metrics and the pages of business portfolios. */
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
