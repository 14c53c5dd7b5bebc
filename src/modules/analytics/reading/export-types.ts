/** Results that can be exported. */
export const exportTypes = ['overview', 'accounts', 'best-times'] as const
