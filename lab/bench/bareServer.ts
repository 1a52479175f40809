import fastify from "fastify";
import pg from "pg";

/** The least that HTTP routes can be: over one indexed row, and over one call of the minimal transfer. */
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"] ?? "", max: 16 });
const books = new pg.Pool({ connectionString: process.env["BOOKS_URL"] ?? "", max: 16 });
const server = fastify({ logger: false });

server.get<{ Params: { guid: string } }>("/members/:guid", async ({ params }) => {
  const { rows } = await pool.query({
    name: "bare",
    text: "select membership_no, first_name, last_name from member where guid = $1",
    values: [params.guid],
  });
  return { status: true, result: rows[0] };
});

server.post<{ Body: { from: number; to: number; amount: number } }>("/move", async ({ body }) => {
  const { rows } = await books.query({
    name: "move",
    text: "select minimal.move($1, $2, $3) as id",
    values: [body.from, body.to, body.amount],
  });
  return { status: true, result: rows[0] };
});

const address = await server.listen({ port: 0, host: "127.0.0.1" });
process.send?.({ ready: true, port: Number(new URL(address).port) });
process.on("disconnect", () => process.exit(0));
