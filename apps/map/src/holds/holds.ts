import type { Schemas } from '../api/api.js';
import type { App } from '../app/app.js';

export type ObjectHold = Schemas['ObjectHold'];
export type HoldPage = Schemas['HoldPage'];

/** A page of the objects under a hold, by id. @param operationId a change that the page must include @throws ApiProblem */
export async function readHolds(
  { api, workspace }: App,
  { page, operationId }: { page?: string; operationId?: string } = {},
): Promise<HoldPage> {
  const { data } = await api.GET('/groups/{groupID}/holds', {
    params: { path: { groupID: workspace.id }, query: { page }, header: positionHeader(operationId) },
  });
  return data!;
}

/** The hold of an object and that of its workspace, which also applies to it. @throws ApiProblem */
export async function readHoldsOn(
  { api, workspace }: App,
  externalId: string,
  operationId?: string,
): Promise<{ own: ObjectHold | undefined; ofWorkspace: HoldPage['ofWorkspace'] }> {
  const { data } = await api.GET('/groups/{groupID}/holds', {
    params: { path: { groupID: workspace.id }, query: { id: [externalId] }, header: positionHeader(operationId) },
  });
  return { own: data!.holds[0], ofWorkspace: data!.ofWorkspace };
}

/** @returns the operation, for a read that must include it @throws ApiProblem */
export async function holdObject({ api, workspace }: App, externalId: string, reason: string): Promise<string | undefined> {
  const { data } = await api.PUT('/groups/{groupID}/externalObjects/{externalId}/hold', {
    params: { path: { groupID: workspace.id, externalId } },
    body: { reason },
  });
  return operationOf(data);
}

/** @returns the operation, for a read that must include it @throws ApiProblem */
export async function releaseObject({ api, workspace }: App, externalId: string): Promise<string | undefined> {
  const { data } = await api.DELETE('/groups/{groupID}/externalObjects/{externalId}/hold', {
    params: { path: { groupID: workspace.id, externalId } },
  });
  return operationOf(data);
}

/** The page parameter in the address of the next page. */
export const pageOf = (next: string): string => new URL(next, location.origin).searchParams.get('page') ?? '';

const operationOf = (answer: object | undefined): string | undefined => (answer as { operationId?: string } | undefined)?.operationId;
const positionHeader = (operationId: string | undefined): { 'Waymark-Position'?: string } =>
  operationId === undefined ? {} : { 'Waymark-Position': operationId };
