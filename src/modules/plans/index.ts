export { findPlanFor, getLimit, type Limit, limitNames, requireFeature, requireRoom } from './gates.ts'
export { type Plan, type Plans, planTable } from './plan-table.ts'
export { PlansFault, readPlans } from './read-plans.ts'
