import type { ParameterObject, RequestBodyObject, ResponseObject } from '@nestjs/swagger';

/** The part of an operation's description that is missing in the table of routes and in the controllers. */
export interface OperationDescription {
  description?: string;
  parameters?: ParameterObject[];
  requestBody?: RequestBodyObject;
  responses: Record<string, ResponseObject>;
}

/** By method and path, as in the table of routes. */
export type OperationDescriptions = Readonly<Record<string, OperationDescription>>;
