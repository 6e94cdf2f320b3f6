import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import type { QuotaAnswer } from '#contracts/directory/quota-report.js';
import { QuotaBook } from './quota-book.js';
import { checkedReport } from './report-check.js';

/** Receives the reports of gateways: one per second, and immediately when a lease runs low. */
@Controller('internal/quota')
export class QuotaController {
  constructor(private readonly book: QuotaBook) {}

  @Post()
  @HttpCode(200)
  take(@Body() body: unknown): Promise<QuotaAnswer> {
    return this.book.take(checkedReport(body, Date.now()));
  }
}
