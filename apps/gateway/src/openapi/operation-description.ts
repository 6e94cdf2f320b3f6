import type { ParameterObject, RequestBodyObject, ResponseObject } from '@nestjs/swagger';

/** The parts of an operation's description that are not in the table of routes. */
export interface OperationDescription {
  description?: string;
  parameters?: ParameterObject[];
  requestBody?: RequestBodyObject;
  responses: Record<string, ResponseObject>;
}

/** By method and path, as in the table of routes. */
export type OperationDescriptions = Readonly<Record<string, OperationDescription>>;
