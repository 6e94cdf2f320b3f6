import type { ParameterObject, RequestBodyObject, ResponseObject } from '@nestjs/swagger';

/** What the table of routes and the controllers can't say of an operation. */
export interface OperationDescription {
  description?: string;
  parameters?: ParameterObject[];
  requestBody?: RequestBodyObject;
  responses: Record<string, ResponseObject>;
}
